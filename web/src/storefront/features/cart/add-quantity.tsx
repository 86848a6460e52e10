import type { Product } from '@contract/products.ts';
import { Minus, Plus } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Price } from '#components/page/price.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { Input } from '#components/forms/input.tsx';
import styles from './quantity.module.css';
import { onlyWholePieces, wholePieces } from './cart-lines.ts';
import { maxQuantityOf } from '#storefront/lib/cart-item.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useAddToCart } from './use-add-to-cart.tsx';

type AddQuantityProps = {
  product: Product;
  /** Shown below, for the chosen quantity. */
  renderBelow?: (quantity: number) => ReactNode;
};

/** Chooses a quantity, with buttons or by typing, and adds it to the cart: on a phone a bar at the foot of the screen. */
export function AddQuantity({ product, renderBelow }: AddQuantityProps) {
  const [typed, setTyped] = useState('1');
  const id = useId();
  const maxQuantity = maxQuantityOf(product);
  const isSoldOut = maxQuantity === 0;
  const [isRefused, setIsRefused] = useState(false);
  const wanted = Math.min(Math.max(wholePieces(typed) ?? 1, 1), Math.max(maxQuantity, 1));
  const set = (quantity: number) => setTyped(String(quantity));
  const { label, canAct, isWaiting, onPress, early } = useAddToCart(product, wanted, () => set(1));
  // Typed, or changed with the buttons, before the page's scripts ran.
  const isHydrated = useIsHydrated();
  const step = (by: number) => (isHydrated ? undefined : `step ${by}`);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => setTyped(field.current?.value ?? '1'), []);

  return (
    <div className="stack gap-1">
      <div className={`row gap-2 ${styles.bar}`} data-foot>
        <Price amount={product.price} size="small" className={styles.price} />
        {isSoldOut ? null : (
          <div className="control rigid row dims-disabled" role="group" aria-label="Quantity">
            <IconButton
              label="One fewer"
              data-early={step(-1)}
              icon={<Minus />}
              aria-disabled={wanted === 1 || undefined}
              onClick={() => set(Math.max(wanted - 1, 1))}
            />
            <label htmlFor={id} className="visually-hidden">
              Quantity
            </label>
            <Input
              ref={field}
              id={id}
              className={`bare tabular text-center ${styles.quantity}`}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => {
                setIsRefused(typed.trim() !== '' && wholePieces(typed) === null);
                set(wanted);
              }}
            />
            <IconButton
              label="One more"
              data-early={step(1)}
              icon={<Plus />}
              aria-disabled={wanted === maxQuantity || undefined}
              onClick={() => set(Math.min(wanted + 1, maxQuantity))}
            />
          </div>
        )}
        <Button
          {...early}
          wide
          size="large"
          disabled={isSoldOut || !canAct}
          busy={isWaiting}
          onClick={onPress}
        >
          {label}
        </Button>
      </div>
      {isRefused ? (
        <p role="alert" className="small bad">
          {onlyWholePieces}
        </p>
      ) : null}
      {renderBelow?.(wanted)}
    </div>
  );
}
