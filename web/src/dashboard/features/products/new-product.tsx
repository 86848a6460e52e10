import type { AdminProduct } from '@contract/admin.ts';
import { weeksOf } from '@contract/to-order.ts';
import { LinkButton } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { ProductForm } from './form/product-form.tsx';
import { emptyValues, valuesOfCopy } from './form/product-values.ts';
import { useProductForm } from './form/use-product-form.ts';
import { LoadedProduct, ProductPageFrame } from './product-page-frame.tsx';
import { useProductToEdit } from './product-queries.ts';
import { useSearchParams } from 'react-router-dom';

/** The form of a new product, empty. */
export function NewProduct() {
  return <NewProductForm original={null} />;
}

/** The form of a new product, filled with the values of another one. */
export function DuplicateProduct({ id }: { id: string }) {
  return (
    <LoadedProduct query={useProductToEdit(id)}>
      {(original) => <NewProductForm original={original} />}
    </LoadedProduct>
  );
}

function NewProductForm({ original }: { original: AdminProduct | null }) {
  const navigate = useNavigateAfterReply();
  const form = useProductForm({
    scope: original ? `copy.${original.id}` : 'new',
    initialValues: original ? valuesOfCopy(original) : emptyValues,
    product: null,
    onSaved: (product) => {
      showToast({
        title: 'Product created',
        description: `${product.name} ${saleText(product)}.`,
      });
      navigate('/admin/products');
    },
    onAlreadyCreated: (product) => {
      showToast({
        title: 'Already created',
        description:
          'Your first attempt had reached the shop. What you typed since then is in the form: save it as a change.',
        tone: 'info',
      });
      navigate(`/admin/products/${product.id}`, { replace: true });
    },
  });
  return (
    <ProductPageFrame title={original ? `Duplicate ${original.name}` : 'Add Product'}>
      <ProductForm
        form={form}
        labels={{ save: 'Create Product', saving: 'Creating…' }}
        actions={
          <LinkButton variant="secondary" to="/admin/products">
            Cancel
          </LinkButton>
        }
      />
    </ProductPageFrame>
  );
}

function saleText({ isActive, stock, toOrder, isService }: AdminProduct): string {
  if (!isActive) return 'is not on sale yet';
  if (stock > 0 || isService) return 'is on sale';
  return toOrder?.isPublic
    ? `is in the shop, to order, ${weeksOf(toOrder)}`
    : 'is shown in the shop, out of stock';
}

/** `/admin/products/new`: a new product; `?copy=<id>` begins with the values of another one. */
export function NewProductPage() {
  const [params] = useSearchParams();
  const original = params.get('copy');
  return original ? <DuplicateProduct key={original} id={original} /> : <NewProduct />;
}
