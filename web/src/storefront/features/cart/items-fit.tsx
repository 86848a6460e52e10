import { checkFit } from '@contract/fit.ts';
import { quotedItems } from '@contract/delivery.ts';
import { formatKes } from '@contract/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { type CartProduct, piecesOf } from '#storefront/lib/cart-item.ts';
import { replaceInCart } from './cart-store.ts';

type Item = { product: Pick<CartProduct, 'id' | 'name'>; quantity: number };

type ItemsFitProps = {
  items: readonly Item[];
  /** Not the cart: nothing can be replaced. */
  isFixed?: boolean;
};

/**
 * What of a cart or a quotation does not fit the rest, with what would from stock, and what the things have together. Says nothing where
 * a value is unknown or the shop does not answer, and keeps nobody from ordering.
 */
export function ItemsFit({ items, isFixed }: ItemsFitProps) {
  const params = { items: quotedItems(piecesOf(items)) };
  const { data } = useQuery({
    queryKey: [checkFit.path, params],
    queryFn: ({ signal }) => callApi(checkFit, { params, signal }),
    enabled: items.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  if (!data || items.length < 2) return null;
  const together = siteText(data.site);
  return (
    <div className="stack gap-3 screen-only">
      {data.misfits.map(({ productId, reason, replaces, replacements: inStock }) => {
        const line = items.find(({ product }) => product.id === productId);
        const former = items.find(({ product }) => product.id === replaces);
        const replacements = isFixed || !former ? [] : inStock;
        const instead = former === line ? 'instead' : `instead of ${former?.product.name}`;
        return line ? (
          <Notice key={productId} tone="warning" title={`${line.product.name} does not fit the rest`}>
            <p>{unbroken(`${reason}.${replacements.length > 0 ? ` From stock ${instead}:` : ''}`)}</p>
            <ul className="stack gap-1">
              {replacements.map((product) => (
                <li key={product.id}>
                  <button
                    type="button"
                    className="link-button target text-start"
                    aria-label={`Replace ${former === line ? '' : `${former?.product.name} `}by ${product.name}, ${formatKes(product.price)}`}
                    onClick={(event) => former && replace(event, former, product)}
                  >
                    {unbroken(`${product.name}, ${formatKes(product.price)}`)}
                  </button>
                </li>
              ))}
            </ul>
          </Notice>
        ) : null;
      })}
      {data.toSet.map((sentence) => (
        <p key={sentence}>{`${sentence}.`}</p>
      ))}
      {together ? <p className="muted">{`For this site: ${together}.`}</p> : null}
    </div>
  );
}

function replace({ currentTarget }: MouseEvent, { product: former }: Item, product: CartProduct): void {
  // The button disappears: the focus moves to the title of the drawer or the page.
  currentTarget.closest('dialog, main')?.querySelector<HTMLElement>('h1, h2')?.focus();
  replaceInCart(former.id, product);
  showToast({ title: 'Cart Changed', description: `${product.name} is there instead of ${former.name}.` });
}

const thousands = (figure: number) => Number((figure / 1000).toFixed(2)).toLocaleString('en-KE');

/** `2.75 kWp of panels, 9.92 kWh of batteries, 10 kW of inverters`; empty for less than two of them, which are no site. */
function siteText(site: {
  panelWatts: number | null;
  batteryWattHours: number | null;
  inverterWatts: number | null;
}): string {
  const parts = [
    site.panelWatts && `${thousands(site.panelWatts)}\u00a0kWp of panels`,
    site.batteryWattHours && `${thousands(site.batteryWattHours)}\u00a0kWh of batteries`,
    site.inverterWatts && `${thousands(site.inverterWatts)}\u00a0kW of inverters`,
  ].filter(Boolean);
  return parts.length > 1 ? parts.join(', ') : '';
}
