import type { AdminProduct } from '@contract/admin.ts';
import { dataSheetAddress } from '@contract/products.ts';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Disclosure } from '#components/overlays/disclosure.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { copyLink, toWhatsApp } from '#orders/order-link.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { ProductForm } from './form/product-form.tsx';
import { valuesOf } from './form/product-values.ts';
import { useProductForm } from './form/use-product-form.ts';
import { LoadedProduct, ProductPageFrame } from './product-page-frame.tsx';
import { useProductToEdit } from './product-queries.ts';

type EditProductProps = {
  id: string;
  /** Renders the product's history; `onRestored` is called with the product after an older state was restored. */
  renderHistory(onRestored: (product: AdminProduct) => void): ReactNode;
  /** Why its stock is what it is. */
  movements: ReactNode;
};

/** One product: its form, the movements of its stock and its history. */
export function EditProduct({ id, ...parts }: EditProductProps) {
  const product = useProductToEdit(id);
  return (
    <>
      {/* The product's name, for people with several products open in tabs. */}
      <PageMeta title={`${product.data?.name ?? 'Edit Product'}, Admin Dashboard`} />
      <LoadedProduct query={product}>
        {(data) => <EditProductForm key={id} product={data} {...parts} />}
      </LoadedProduct>
    </>
  );
}

type EditProductFormProps = Omit<EditProductProps, 'id'> & { product: AdminProduct };

function EditProductForm({ product, renderHistory, movements }: EditProductFormProps) {
  const navigate = useNavigateAfterReply();
  const [toDelete, setToDelete] = useState<AdminProduct | null>(null);
  const form = useProductForm({
    scope: product.id,
    initialValues: valuesOf(product),
    product,
    onSaved: (saved) => showToast({ title: 'Product updated', description: `${saved.name} is saved.` }),
  });
  const shown = form.base ?? product;
  const path = `/product/${shown.slug}`;
  const link = window.location.origin + path;
  return (
    <ProductPageFrame
      title={shown.name}
      actions={
        <div className="cluster gap-3">
          <StatusBadge tone={shown.isActive ? 'good' : 'neutral'}>
            {shown.isActive ? 'Active' : 'Archived'}
          </StatusBadge>
          <span className="muted">Updated {formatDayAndTime(shown.updatedAt)}</span>
          {shown.isActive ? (
            <LinkButton variant="secondary" icon={<ExternalLink />} to={path}>
              See it in the shop
            </LinkButton>
          ) : null}
          <a className="inline-row target" href={dataSheetAddress(shown.slug)} target="_blank" rel="noopener">
            PDF
          </a>
          <Disclosure name="Share">
            {(close) => (
              <>
                <a
                  className="row target"
                  href={toWhatsApp(`${shown.name}\n${link}`, null)}
                  target="_blank"
                  rel="noreferrer"
                  onClick={close}
                >
                  WhatsApp
                </a>
                <Button variant="quiet" onClick={() => void copyLink(link, 'the product').then(close)}>
                  Copy Link
                </Button>
              </>
            )}
          </Disclosure>
          <Disclosure name="More">
            {(close) => (
              <>
                <LinkButton variant="quiet" to={`/admin/customers/recall?product=${product.id}`}>
                  Who has it
                </LinkButton>
                {shown.toOrder ? (
                  <LinkButton variant="quiet" to={`/admin/orders?product=${product.id}`}>
                    Who waits for it
                  </LinkButton>
                ) : null}
                <LinkButton variant="quiet" to={`/admin/products/new?copy=${product.id}`}>
                  Duplicate
                </LinkButton>
                <Button
                  variant="danger"
                  onClick={() => {
                    close();
                    setToDelete(shown);
                  }}
                >
                  Delete
                </Button>
              </>
            )}
          </Disclosure>
        </div>
      }
    >
      <ProductForm
        form={form}
        labels={{ save: 'Save Product', saving: 'Saving…' }}
        actions={
          form.isDirty ? (
            <Button variant="quiet" onClick={form.startAgain}>
              Undo my changes
            </Button>
          ) : null
        }
      />
      {product.isService ? null : <Folded title="Stock">{movements}</Folded>}
      <Folded title="History">{renderHistory(form.follow)}</Folded>
      {toDelete ? (
        <DeleteDialog
          product={toDelete}
          onClose={() => setToDelete(null)}
          onDeleted={() => {
            form.startAgain();
            navigate('/admin/products');
          }}
        />
      ) : null}
    </ProductPageFrame>
  );
}

/** What is read seldom: loaded once it is opened. */
function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="line-above" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="target">{title}</summary>
      {isOpen ? children : null}
    </details>
  );
}
