import type { ReactNode } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';
import { useEarlyPress } from '#storefront/lib/use-early-press.ts';
import { toggleCart, useCart } from './cart-store.ts';
import styles from './cart-button.module.css';

/** Opens the cart; a badge shows the number of items when there are any. */
export function CartButton({ icon }: { icon: ReactNode }) {
  const { totalItems, isOpen } = useCart();
  const early = useEarlyPress('open', toggleCart);
  const pieces = totalItems === 1 ? '1 item' : `${totalItems} items`;
  return (
    <div className="anchor">
      <IconButton
        {...early}
        label={totalItems > 0 ? `Cart, ${pieces}` : 'Cart'}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={toggleCart}
      />
      {totalItems > 0 ? (
        <span className={`strong tabular text-center ${styles.badge}`} aria-hidden="true">
          {totalItems > 999 ? '999+' : totalItems}
        </span>
      ) : null}
    </div>
  );
}
