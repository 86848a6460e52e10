import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#components/forms/icon-button.tsx';
import { Input } from '#components/forms/input.tsx';
import { onlyWholePieces, wholePieces } from './cart-lines.ts';
import styles from './quantity.module.css';

type QuantityStepperProps = {
  name: string;
  quantity: number;
  isFull: boolean;
  /** 0 removes the line. */
  onSet: (quantity: number) => void;
};

/** Buttons for fewer and more, and an input for the number. */
export function QuantityStepper({ name, quantity, isFull, onSet }: QuantityStepperProps) {
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
