import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Price } from '#components/page/price.tsx';
import { formatKes } from '@contract/money.ts';
import { productPath } from '#storefront/lib/product-path.ts';
import styles from './cart-line.module.css';
import { closeCart } from './cart-store.ts';
import { LineControls } from './line-controls.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { StockNote } from './stock-note.tsx';

type CartLineProps = Pick<ComponentProps<typeof LineControls>, 'item' | 'onRemoved' | 'onAnnounce'> & {
  picture: ReactNode;
};

/** One product in the cart: picture, name, quantity, total, and buttons for fewer, more and remove. */
export function CartLine({ item, picture, ...controls }: CartLineProps) {
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
