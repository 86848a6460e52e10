import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../../components/button.tsx';
import { Drawer } from '../../../components/drawer.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Price } from '../../../components/price.tsx';
import type { CartItem, CartProduct } from '../../lib/cart-item.ts';
import styles from './cart-drawer.module.css';
import { CartLine } from './cart-line.tsx';
import { closeCart, useCart } from './cart-store.ts';

type CartDrawerProps = {
  /** Draws a small picture; passed in by the layout. */
  renderPicture: (product: CartProduct) => ReactNode;
  /** Stands above the lines. */
  notice?: ReactNode;
  /** When these lines arrive and what that costs. */
  renderDelivery?: (items: readonly CartItem[]) => ReactNode;
};

/** The cart at the side of every shop page. */
export function CartDrawer({ renderPicture, notice, renderDelivery }: CartDrawerProps) {
  const { items, isOpen, totalItems, totalPrice } = useCart();
  const [announcement, setAnnouncement] = useState('');

  return (
    <Drawer
      isOpen={isOpen}
      onClose={closeCart}
      title="Shopping Cart"
      closeLabel="Close cart"
      footer={
        items.length > 0 ? (
          <>
            <p className={styles.total}>
              <span>Total</span>
              <Price amount={totalPrice} />
            </p>
            <LinkButton to="/checkout" size="large" wide onClick={closeCart}>
              Proceed to Checkout
            </LinkButton>
            <p className={styles.hint}>You pay by card on our bank’s page and come back here.</p>
          </>
        ) : null
      }
    >
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <div className={styles.notice}>{notice}</div>
      {items.length === 0 ? (
        <EmptyState
          title="Your cart is empty"
          description="What you add is kept in this browser, even without an account."
          action={
            <LinkButton to="/category/solar" variant="secondary" onClick={closeCart}>
              Shop Now
            </LinkButton>
          }
        />
      ) : (
        <>
          <p className={styles.count}>{totalItems === 1 ? '1 item' : `${totalItems} items`}</p>
          <ul className={styles.lines}>
            {items.map((item) => (
              <li key={item.product.id}>
                <CartLine
                  item={item as CartItem}
                  picture={renderPicture(item.product)}
                  onAnnounce={setAnnouncement}
                />
              </li>
            ))}
          </ul>
          {isOpen ? renderDelivery?.(items as CartItem[]) : null}
        </>
      )}
    </Drawer>
  );
}
