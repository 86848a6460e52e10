import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatKes } from '@contract/money.ts';
import { toOrderNote } from '@contract/due-now.ts';
import { type CartItem, maxQuantityOf } from '#storefront/lib/cart-item.ts';
import { closeCart, useCart } from './cart-store.ts';
import { productPageQuery } from '#storefront/lib/product-page-query.ts';
import { productPath } from '#storefront/lib/product-path.ts';

/** Says that a line has all pieces in stock, or more, and that its price has changed. */
export function StockNote({ item }: { item: CartItem }) {
  const { formerPrices } = useCart();
  const { id, price } = item.product;
  const former = formerPrices[id] ?? price;
  return (
    <>
      <Pieces item={item} />
      <Follower id={id} />
      {former === price ? null : (
        <p className="small strong">{`The price has changed: it was ${formatKes(former)}`}</p>
      )}
    </>
  );
}

/** What is sold in place of a product that is not sold any more, as its page says it. `useFreshLines` has asked for that. */
function Follower({ id }: { id: string }) {
  const { data } = useQuery({ ...productPageQuery(id), enabled: false });
  const { isOpen } = useCart();
  const follower = data?.replacedBy;
  return follower ? (
    <Link to={productPath(follower.slug)} replace={isOpen} className="small" onClick={closeCart}>
      {`Replaced by ${follower.name}`}
    </Link>
  ) : null;
}

function Pieces({ item }: { item: CartItem }) {
  const { product, quantity } = item;
  const toOrder = toOrderNote(item);
  if (toOrder) return <p className="small strong">{toOrder}</p>;
  const maxQuantity = maxQuantityOf(product);
  if (quantity < maxQuantity) return null;
  if (quantity === maxQuantity) {
    return (
      <p className="muted">{maxQuantity === 1 ? 'The last one in stock' : `All ${maxQuantity} in stock`}</p>
    );
  }
  return (
    <p className="small strong bad">
      {maxQuantity === 0
        ? 'Not available now. Remove it to continue.'
        : `Only ${maxQuantity} left. Please lower the quantity.`}
    </p>
  );
}
