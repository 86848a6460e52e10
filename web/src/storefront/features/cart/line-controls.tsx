import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { maxQuantityOf } from './cart-lines.ts';
import { removeFromCart, updateQuantity } from './cart-store.ts';
import { QuantityStepper } from './quantity-stepper.tsx';
import { shortfallMessage } from './shortfall-message.ts';

type LineControlsProps = {
  item: CartItem;
  className?: string;
  /** Shown before the button that removes the line. */
  children?: ReactNode;
  /** Called after the line was removed. */
  onRemoved?: () => void;
  /** Sets the status text around the lines, which screen readers announce. */
  onAnnounce: (text: string) => void;
};

/** The quantity of a line of the cart, with buttons for fewer, more and remove. The line must be a list item. */
export function LineControls({ item, className, children, onRemoved, onAnnounce }: LineControlsProps) {
  const { product, quantity } = item;
  const controls = useRef<HTMLDivElement>(null);

  const set = (wanted: number) => {
    if (wanted <= 0) return remove();
    const refusal = shortfallMessage(updateQuantity(product.id, wanted), product);
    onAnnounce(refusal ?? `${product.name}: ${wanted}`);
  };
  const remove = () => {
    focusNeighbour(controls.current);
    removeFromCart(product.id);
    onRemoved?.();
    onAnnounce(`${product.name} has been removed.`);
  };

  return (
    <div ref={controls} className={className}>
      <QuantityStepper
        name={product.name}
        quantity={quantity}
        isFull={quantity >= maxQuantityOf(product)}
        onSet={set}
      />
      {children}
      <IconButton label={`Remove ${product.name}`} icon={<Trash2 />} onClick={remove} />
    </div>
  );
}

/** The line and its buttons disappear: the focus moves to a neighbouring line, else to the drawer's title. */
function focusNeighbour(controls: HTMLElement | null): void {
  const item = controls?.closest('li');
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const target =
    neighbour?.querySelector<HTMLElement>('button') ??
    controls?.closest('dialog')?.querySelector<HTMLElement>('h2');
  target?.focus();
}
