import type { FitFinding } from '@contract/fit.ts';
import { formatKes } from '@contract/money.ts';
import type { MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { dismissToast, showToast } from '#components/overlays/toast.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { ItemsFit } from '#orders/items-fit.tsx';
import { type CartItem, type CartProduct, piecesOf } from '#storefront/lib/cart-item.ts';
import { replaceInCart, setSeveralSites, useCart } from './cart-store.ts';

/** What of the cart does not fit, with what would from stock, until its owner says that it is not for one site. */
export function CartFit() {
  const { items, isForSeveralSites } = useCart();
  if (isForSeveralSites)
    return (
      <p className="quiet screen-only">
        Not for one site, so we do not check what fits.{' '}
        <button type="button" className="link-button target" onClick={() => setSeveralSites(false)}>
          Check it
        </button>
      </p>
    );
  return (
    <ItemsFit
      items={piecesOf(items)}
      renderInstead={(finding) => (
        <Instead
          finding={finding}
          former={(items as CartItem[]).find(({ product }) => product.id === finding.replaces)}
        />
      )}
      action={
        <button type="button" className="link-button target" onClick={() => setSeveralSites(true)}>
          Not for one site
        </button>
      }
    />
  );
}

type InsteadProps = { finding: FitFinding; former: CartItem | undefined };

function Instead({ finding: { replacements, lookFor }, former }: InsteadProps) {
  if (lookFor)
    return (
      <p>
        None to offer: look for <Link to={lookFor.path}>{unbroken(lookFor.text)}</Link>.
      </p>
    );
  if (!former || replacements.length === 0) return null;
  return (
    <>
      <p>{unbroken(`From stock instead of ${former.product.name}:`)}</p>
      <ul className="stack gap-1">
        {replacements.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              className="link-button target text-start"
              onClick={(event) => replace(event, former, product)}
            >
              {unbroken(`Replace by ${product.name}, ${priceChange(former, product)}`)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What replacing does to the total: `KES 12,000 more`. */
function priceChange({ product: former, quantity }: CartItem, product: CartProduct): string {
  const change = (product.price - former.price) * quantity;
  if (change === 0) return 'at the same price';
  return `${formatKes(Math.abs(change))} ${change > 0 ? 'more' : 'less'}`;
}

function replace({ currentTarget }: MouseEvent, { product: former }: CartItem, product: CartProduct): void {
  // The button disappears: the focus moves to the title of the drawer or the page.
  currentTarget.closest('dialog, main')?.querySelector<HTMLElement>('h1, h2')?.focus();
  const undo = replaceInCart(former.id, product);
  showToast({
    title: 'Cart Changed',
    description: `${product.name} is there instead of ${former.name}.`,
    note: (
      <Button
        variant="secondary"
        onClick={() => {
          undo();
          dismissToast();
        }}
      >
        Undo
      </Button>
    ),
  });
}
