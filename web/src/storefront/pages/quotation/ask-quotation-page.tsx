import { maxQuantity } from '@contract/order-limits.ts';
import { formatKes } from '@contract/money.ts';
import { useSearchParams } from 'react-router-dom';
import { usePerson } from '#account/account-queries.ts';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { NotLoaded } from '#components/page/not-loaded.tsx';
import { Page } from '#components/page/page.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useNavigateAfterReply } from '#lib/loading/use-navigate-after-reply.ts';
import { quotationPath } from '#orders/quotation-link.ts';
import { wholePieces } from '#storefront/features/cart/cart-lines.ts';
import { useCart } from '#storefront/features/cart/cart-store.ts';
import { useFreshLines } from '#storefront/features/cart/use-fresh-lines.ts';
import { knownDetails } from '#storefront/features/checkout/details/customer-draft.ts';
import { useChosenCounty } from '#storefront/features/delivery/chosen-county.ts';
import { useDeliveryCounties } from '#storefront/features/delivery/delivery-queries.ts';
import { AskQuotationForm } from '#storefront/features/quotations/ask-quotation-form.tsx';
import { type CartItem, piecesOf } from '#storefront/lib/cart-item.ts';
import { quotationOfCart } from '#storefront/lib/quotation-of-cart.ts';
import { useProductPage } from '#storefront/lib/product-page-query.ts';

/** `/quotation`: of the cart, or with `?product=…&quantity=2` of one product. */
export function AskQuotationPage() {
  const [search] = useSearchParams();
  const product = search.get('product');
  return (
    <Page
      width="form"
      title="Get a Quotation"
      subtitle="A page with these prices and delivery to your county, valid for 14 days, to print, to send on and to order from."
      isHidden
    >
      {product === null ? (
        <OfCart />
      ) : (
        <OfProduct product={product} quantity={wholePieces(search.get('quantity') ?? '') ?? 1} />
      )}
    </Page>
  );
}

function OfCart() {
  const { items, isLoaded, isForSeveralSites } = useCart();
  const isHydrated = useIsHydrated();
  useFreshLines(isHydrated);
  if (!isHydrated || !isLoaded) return <NotLoaded what="your cart" />;
  return items.length > 0 ? (
    <AskForLines
      lines={items as CartItem[]}
      isForSeveralSites={isForSeveralSites}
      onMade={quotationOfCart.remember}
    />
  ) : (
    <EmptyState
      title="Your cart is empty"
      description="Put what you need into the cart first, then ask for its quotation."
      action={<LinkButton to="/category/solar">Shop Now</LinkButton>}
    />
  );
}

function OfProduct({ product, quantity }: { product: string; quantity: number }) {
  const page = useProductPage(product);
  if (page.data)
    return (
      <AskForLines
        lines={[{ product: page.data.product, quantity: Math.min(Math.max(quantity, 1), maxQuantity) }]}
        isForSeveralSites={false}
      />
    );
  return <NotLoaded what="this product" query={page} />;
}

type Line = { product: Pick<CartItem['product'], 'id' | 'name' | 'price'>; quantity: number };

type AskForLinesProps = {
  lines: readonly Line[];
  isForSeveralSites: boolean;
  onMade?: (quotationId: string) => void;
};

function AskForLines({ lines, isForSeveralSites, onMade }: AskForLinesProps) {
  const navigate = useNavigateAfterReply();
  const user = usePerson();
  const county = useChosenCounty();
  const counties = useDeliveryCounties();
  const { firstName, lastName, email, phone, companyName, pin } = knownDetails(user ?? null);
  return (
    <>
      <ul className="stack divided">
        {lines.map(({ product, quantity }) => (
          <li key={product.id} className="row gap-4 spread pad-y-2">
            <span>
              {quantity} × {unbroken(product.name)}
            </span>
            <span className="rigid tabular">{formatKes(quantity * product.price)}</span>
          </li>
        ))}
      </ul>
      {counties.data && user !== undefined ? (
        <AskQuotationForm
          items={piecesOf(lines)}
          isForSeveralSites={isForSeveralSites}
          counties={counties.data}
          known={{
            name: `${firstName} ${lastName}`.trim(),
            contact: email || phone,
            companyName,
            pin,
            county: county ?? '',
          }}
          onMade={(id, linkKey) => {
            onMade?.(id);
            return navigate(quotationPath({ id, linkKey }));
          }}
        />
      ) : (
        <NotLoaded what="the counties" query={counties} />
      )}
    </>
  );
}
