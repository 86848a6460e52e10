import { Minus, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';
import { type CartItem, maxQuantityOf } from '#storefront/lib/cart-item.ts';
import { onlyWholePieces, wholePieces } from './cart-lines.ts';
import { removeFromCart, updateQuantity } from './cart-store.ts';
import { shortfallMessage } from './shortfall-message.ts';
import { Input } from '#components/forms/input.tsx';
import styles from './quantity.module.css';

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

type QuantityStepperProps = {
  name: string;
  quantity: number;
  isFull: boolean;
  /** 0 removes the line. */
  onSet: (quantity: number) => void;
};

/** Buttons for fewer and more, and an input for the number. */
function QuantityStepper({ name, quantity, isFull, onSet }: QuantityStepperProps) {
  // Null until the user types.
  const [typed, setTyped] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const take = () => {
    setTyped(null);
    if (typed === null || typed.trim() === '') return;
    const pieces = wholePieces(typed);
    setIsRefused(pieces === null);
    if (pieces !== null && pieces !== quantity) onSet(pieces);
  };
  return (
    <>
      <div className="control row dims-disabled" role="group" aria-label={`Quantity of ${name}`}>
        <IconButton label={`One fewer: ${name}`} icon={<Minus />} onClick={() => onSet(quantity - 1)} />
        <Input
          className={`bare strong tabular text-center ${styles.quantity}`}
          aria-label={`Pieces of ${name}`}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? quantity}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={take}
          onKeyDown={({ key }) => {
            if (key === 'Enter') take();
          }}
        />
        <IconButton
          label={`One more: ${name}`}
          icon={<Plus />}
          aria-disabled={isFull || undefined}
          onClick={() => onSet(quantity + 1)}
        />
      </div>
      {isRefused ? (
        <p role="alert" className="full small bad">
          {onlyWholePieces}
        </p>
      ) : null}
    </>
  );
}
