import { dueNowOf } from '@contract/due-now.ts';
import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Price } from '#components/page/price.tsx';
import { type CartItem, type CartProduct, isBuyable } from '#storefront/lib/cart-item.ts';
import styles from './cart-contents.module.css';
import { closeCart, putBackIntoCart, useCart } from './cart-store.ts';
import { formatKes } from '@contract/money.ts';
import { productPath } from '#storefront/lib/product-path.ts';
import { LineControls } from './line-controls.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { StockNote } from './stock-note.tsx';

export type CartContentsProps = {
  /** Renders a small picture; passed in by the layout. */
  renderPicture: (product: CartProduct) => ReactNode;
  /** Shown above the lines. */
  notice?: ReactNode;
  /** When these items arrive and what delivery costs. */
  renderDelivery?: (items: readonly CartItem[]) => ReactNode;
};

/** The contents of the open drawer: the lines, and the line just removed. */
export function CartContents({ renderPicture, notice, renderDelivery }: CartContentsProps) {
  const { items } = useCart();
  const [announcement, setAnnouncement] = useState('');
  const [removed, setRemoved] = useState<{ line: CartItem; position: number } | null>(null);
  const putBack = ({ currentTarget }: MouseEvent) => {
    if (!removed) return;
    // The button disappears: the focus moves to the drawer's title.
    currentTarget.closest('dialog')?.querySelector<HTMLElement>('h2')?.focus();
    putBackIntoCart(removed.line, removed.position);
    setAnnouncement(`${removed.line.product.name} is back in your cart.`);
    setRemoved(null);
  };

  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <div className={styles.notice}>{notice}</div>
      {removed ? (
        <p className={`row gap-3 spread ${styles.removed}`}>
          <span>{removed.line.product.name} is removed.</span>
          <Button variant="quiet" onClick={putBack}>
            Undo
          </Button>
        </p>
      ) : null}
      {items.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          description="What you add is kept in this browser, even without an account."
          action={
            <LinkButton to="/category/solar" variant="secondary" replace onClick={closeCart}>
              Shop Now
            </LinkButton>
          }
        />
      ) : (
        <>
          <ul className="divided">
            {items.map((item, position) => (
              <li key={item.product.id}>
                <CartLine
                  item={item as CartItem}
                  picture={renderPicture(item.product)}
                  onRemoved={() => setRemoved({ line: item as CartItem, position })}
                  onAnnounce={setAnnouncement}
                />
              </li>
            ))}
          </ul>
          {renderDelivery?.(items as CartItem[])}
        </>
      )}
    </>
  );
}

/** The drawer's footer: the total and the checkout link. */
export function CartTotal() {
  const { items, totalPrice } = useCart();
  const buyable = (items as CartItem[]).filter(isBuyable);
  const dueNow = dueNowOf(buyable, totalPrice);
  return (
    <>
      <p className="flex spread baseline strong">
        <span>Total</span>
        <Price amount={totalPrice} />
      </p>
      {buyable.length < items.length ? (
        <p className="small strong bad">Without what is not available now.</p>
      ) : null}
      {dueNow === totalPrice ? null : (
        <p className="flex spread baseline strong">
          <span>To Pay Now</span>
          <Price amount={dueNow} />
        </p>
      )}
      <LinkButton to="/checkout" size="large" wide replace onClick={closeCart}>
        Proceed to Checkout
      </LinkButton>
      <p className="flex spread baseline">
        <small className="muted">Prices include VAT</small>
        <Link to="/quotation" replace onClick={closeCart}>
          Get a quotation
        </Link>
      </p>
    </>
  );
}

type CartLineProps = Pick<ComponentProps<typeof LineControls>, 'item' | 'onRemoved' | 'onAnnounce'> & {
  picture: ReactNode;
};

/** One product in the cart: picture, name, quantity, total, and buttons for fewer, more and remove. */
function CartLine({ item, picture, ...controls }: CartLineProps) {
  const { product, quantity } = item;
  return (
    <div className={`grid gap-2 gap-y-1 pad-y-2 ${styles.line}`}>
      <div className={`framed clip ${styles.picture}`}>{picture}</div>
      <div className={`stack at-start packed ${styles.text}`}>
        <h3 className={styles.name}>
          <Link to={productPath(product.slug)} className="ink" replace onClick={closeCart}>
            {unbroken(product.name)}
          </Link>
        </h3>
        {quantity > 1 ? <p className="muted">{`${quantity} × ${formatKes(product.price)}`}</p> : null}
        <StockNote item={item} />
      </div>
      <LineControls item={item} className={`row gap-1 wrap spread ${styles.controls}`} {...controls}>
        <Price amount={product.price * quantity} className={styles.price} />
      </LineControls>
    </div>
  );
}
