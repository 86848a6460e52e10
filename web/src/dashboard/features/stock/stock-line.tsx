import type { StockEntryKind } from '@contract/stock.ts';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { signedPieces, waitingText } from './stock-text.ts';
import { changeOf, expectedOf, isCount, type TypedStockLine } from './typed-entry.ts';

type StockLineProps = {
  kind: StockEntryKind;
  line: TypedStockLine;
  problemOf(field: 'quantity' | 'cost'): string | undefined;
  onChange(changed: Partial<TypedStockLine>): void;
  onRemove(): void;
  /** Enter in a field: on to the next product. */
  onNext(): void;
};

/** One product of an entry: its pieces, and for goods that came in what one cost. */
export function StockLine({ kind, line, problemOf, onChange, onRemove, onNext }: StockLineProps) {
  const { product, quantity, cost, hasMoved } = line;
  const change = changeOf(kind, line);
  const expected = expectedOf(product);
  const sold = product.toSend > 0 ? `, ${product.toSend} of them sold and to be sent` : '';
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Booking is a button of its own.
    event.preventDefault();
    onNext();
  };
  return (
    <fieldset className="pair gap-5 gap-y-2 align-top line-above pad-top-3">
      <legend className="visually-hidden">{product.name}</legend>
      <div className="flex spread gap-3 align-top">
        <span className="breaks">
          <strong>{product.name}</strong>{' '}
          <span className="quiet">
            {[product.model, `${expected} in the shop${sold}`, waitingText(product)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <Button variant="quiet" aria-label={`Remove ${product.name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <div className="pair gap-5 gap-y-2 align-top">
        <Field
          label={isCount(kind) ? 'Counted' : 'Pieces'}
          name={`pieces ${product.productId}`}
          inputMode="numeric"
          autoComplete="off"
          value={quantity}
          error={problemOf('quantity')}
          hint={isCount(kind) && change !== null ? differenceText(change) : undefined}
          onChange={({ target }) => onChange({ quantity: target.value, hasMoved: false })}
          onKeyDown={onKeyDown}
        />
        {kind === 'received' ? (
          <Field
            label="Cost of one in KES"
            hint="Optional"
            inputMode="decimal"
            autoComplete="off"
            value={cost}
            error={problemOf('cost')}
            onChange={({ target }) => onChange({ cost: target.value })}
            onKeyDown={onKeyDown}
          />
        ) : null}
      </div>
      {hasMoved && isCount(kind) ? (
        <p role="alert" className="strong">
          {`Something moved since you counted: ${expected} should be there now. Count this one again.`}
        </p>
      ) : null}
    </fieldset>
  );
}

const differenceText = (change: number) => (change === 0 ? 'As it should be.' : signedPieces(change));
