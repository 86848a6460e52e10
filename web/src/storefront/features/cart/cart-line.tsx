import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from '../../../components/link.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Price } from '../../../components/price.tsx';
import { formatKes } from '@contract/money.ts';
import type { CartItem } from '../../lib/cart-item.ts';
import { productPath } from '../../lib/product-path.ts';
import styles from './cart-line.module.css';
import { maxQuantityOf } from './cart-lines.ts';
import { closeCart, removeFromCart, updateQuantity } from './cart-store.ts';
import { QuantityStepper } from './quantity-stepper.tsx';
import { shortfallMessage } from './shortfall-message.ts';

type CartLineProps = {
  item: CartItem;
  picture: ReactNode;
  /** Called after the line was removed. */
  onRemoved: () => void;
  /** Sets the drawer's status text, which screen readers announce. */
  onAnnounce: (text: string) => void;
};

/** One product in the cart: picture, name, quantity, total, and buttons for fewer, more and remove. */
export function CartLine({ item: { product, quantity }, picture, onRemoved, onAnnounce }: CartLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const maxQuantity = maxQuantityOf(product);
  const isFull = quantity >= maxQuantity;

  const set = (wanted: number) => {
    if (wanted <= 0) return remove();
    const refusal = shortfallMessage(updateQuantity(product.id, wanted), product);
    onAnnounce(refusal ?? `${product.name}: ${wanted}`);
  };
  const remove = () => {
    focusNeighbour(line.current);
    removeFromCart(product.id);
    onRemoved();
    onAnnounce(`${product.name} has been removed.`);
  };

  return (
    <div ref={line} className={styles.line}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <Link to={productPath(product.slug)} replace onClick={closeCart}>
            {product.name}
          </Link>
        </h3>
        {quantity > 1 ? (
          <p className={styles.limit}>
            {quantity} × {formatKes(product.price)}
          </p>
        ) : null}
        {quantity > maxQuantity ? (
          <p className={styles.short}>
            {maxQuantity === 0
              ? 'Out of stock now. Remove it to continue.'
              : `Only ${maxQuantity} left. Please lower the quantity.`}
          </p>
        ) : isFull ? (
          <p className={styles.limit}>
            {maxQuantity === 1 ? 'The last one in stock' : `All ${maxQuantity} in stock`}
          </p>
        ) : null}
      </div>
      <div className={styles.controls}>
        <QuantityStepper name={product.name} quantity={quantity} isFull={isFull} onSet={set} />
        <Price amount={product.price * quantity} />
        <IconButton label={`Remove ${product.name}`} icon={<Trash2 aria-hidden="true" />} onClick={remove} />
      </div>
    </div>
  );
}

/** The line and its buttons disappear: the focus moves to a neighbouring line, else to the drawer's title. */
function focusNeighbour(line: HTMLElement | null): void {
  const item = line?.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target =
    neighbour?.querySelector<HTMLElement>('button') ??
    line?.closest('dialog')?.querySelector<HTMLElement>('h2');
  target?.focus();
}
