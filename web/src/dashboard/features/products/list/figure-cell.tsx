import type { AdminProduct } from '@contract/admin.ts';
import { lowStock } from '@contract/products.ts';
import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#components/page/class-names.ts';
import { IconButton } from '#components/forms/icon-button.tsx';
import { Input } from '#components/forms/input.tsx';
import cells from '#dashboard/components/table-cells.module.css';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { useChangeProducts } from '../product-queries.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import styles from './figure-cell.module.css';
import { createProductSchema } from '@contract/product-form.ts';
import { ValidationError } from 'yup';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { typedFigure } from '@contract/typed-figure.ts';

type FigureCellProps = { product: AdminProduct; figure: Figure };

type OpenerProps = FigureCellProps & {
  /** It is only shown. */
  isFixed?: boolean;
};

/**
 * Price or stock in a table row: a click or Enter opens the editor, Enter saves, Esc cancels; `+12` adds to the stock. Another admin's change
 * in between is shown, not overwritten; what was typed stays until it is saved or cancelled.
 */
export function FigureCell({ product, figure, isFixed = false }: OpenerProps) {
  const [seen, setSeen] = useState<number | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Restores the focus in the table, unless the user has moved it.
    if (seen === null && wasOpen.current && document.activeElement === document.body) opener.current?.focus();
    wasOpen.current = seen !== null;
  }, [seen]);
  const isEditing = seen !== null;
  const shown = (
    <>
      <span className={figure === 'stock' ? scarcity(product) : undefined}>
        {formatFigure(figure, product[figure])}
        {figure === 'stock' ? <span className={cells.unit}> in stock</span> : null}
      </span>
      {figure === 'stock' && product.held > 0 ? (
        <span className={`wait ${styles.small}`}>{product.held} held</span>
      ) : null}
    </>
  );
  if (product.isService && figure === 'stock') return <span className="quiet">Service</span>;
  if (isFixed) return <span className="inline-row gap-2 tabular one-line">{shown}</span>;
  return (
    <span className="anchor inline-block">
      {isEditing ? (
        <FigureEditor
          product={product}
          figure={figure}
          seen={seen}
          onSeen={setSeen}
          onClose={() => setSeen(null)}
        />
      ) : null}
      {/* Stays rendered under the editor, so that no column of the table changes its width. */}
      <button
        ref={opener}
        type="button"
        className={classNames(
          'bare inline-row gap-2 target rounded tabular one-line',
          styles.figure,
          isEditing && styles.covered,
        )}
        onClick={() => setSeen(product[figure])}
      >
        <span className="visually-hidden">{`${figureNames[figure]} of ${product.name}: `}</span>
        {shown}
        <span className="visually-hidden">. Edit</span>
        <Pencil size={14} className="quiet" />
      </button>
    </span>
  );
}

const scarcity = ({ stock, held }: Pick<AdminProduct, 'stock' | 'held'>) =>
  stock === 0 ? 'strong bad' : stock - held <= lowStock ? 'strong wait' : undefined;

function FigureEditor({
  product,
  figure,
  seen,
  onSeen,
  onClose,
}: FigureCellProps & { seen: number; onSeen(value: number): void; onClose(): void }) {
  const [typed, setTyped] = useState(String(seen));
  const [refusal, setRefusal] = useState<string | null>(null);
  const once = useOnce();
  const change = useChangeProducts();
  const { confirmPrices, priceDialog } = usePriceCheck();
  const errorId = useId();

  const save = async () => {
    const read = typedValue(figure, typed, seen);
    setRefusal('wrong' in read ? read.wrong : null);
    if ('wrong' in read) return;
    if (read.value === seen) return onClose();
    const wanted = { seen: { [figure]: seen }, set: { [figure]: read.value } };
    if (!(await confirmPrices([{ name: product.name, ...wanted }]))) return;
    try {
      await change.mutateAsync({ changes: [{ id: product.id, ...wanted }] });
      onClose();
    } catch (error) {
      const { sentence, present } = refusalOfSaving(figure, typed, error);
      setRefusal(sentence);
      if (present) onSeen(present[figure]);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      once(save);
    }
    if (event.key === 'Escape' && !change.isPending) onClose();
  };

  return (
    <span className={`raised rounded stack gap-1 ${styles.editor}`}>
      <span className="row">
        <Input
          autoFocus
          className={classNames('input tabular text-end', styles.input, refusal !== null && styles.bad)}
          inputMode="numeric"
          enterKeyHint="done"
          autoComplete="off"
          aria-label={`${figureNames[figure]} of ${product.name}`}
          aria-invalid={refusal !== null || undefined}
          aria-describedby={refusal === null ? undefined : errorId}
          value={typed}
          readOnly={change.isPending}
          onChange={(event) => {
            setTyped(event.target.value);
            setRefusal(null);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton
          label={`Save ${figure}`}
          icon={<Check />}
          aria-disabled={change.isPending || undefined}
          onClick={() => once(save)}
        />
        <IconButton label="Cancel" icon={<X />} onClick={onClose} />
      </span>
      {refusal === null ? null : (
        <span role="alert" id={errorId} className={`strong bad text-start ${styles.small}`}>
          {refusal}
        </span>
      )}
      {priceDialog}
    </span>
  );
}

type Figure = 'price' | 'stock';

const figureNames: Record<Figure, string> = { price: 'Price', stock: 'Stock' };

/** A figure as the table shows it. */
function formatFigure(figure: Figure, value: number): string {
  return figure === 'price' ? formatKes(value) : formatCount(value);
}

/**
 * The typed value, or what is wrong with it. `+12` and `-3` add to the stock that was seen; a price is not changed by an
 * amount.
 */
function typedValue(figure: Figure, typed: string, seen: number): { value: number } | { wrong: string } {
  const text = typed.trim();
  const isSigned = isChangeBy(text);
  if (isSigned && figure === 'price')
    return { wrong: `“${text}” does not change a price: type the new price` };
  const read = typedFigure(text.replace(/^\+/, ''));
  if (read === undefined) return { wrong: `${figureNames[figure]} is missing` };
  const value = isSigned && typeof read === 'number' ? seen + read : read;
  try {
    return { value: createProductSchema.pick([figure]).validateSync({ [figure]: value })[figure] };
  } catch (error) {
    if (error instanceof ValidationError) return { wrong: error.message };
    throw error;
  }
}

const isChangeBy = (typed: string) => /^\s*[+\-−]/.test(typed);

/** Why a figure was not saved, and the current product. */
function refusalOfSaving(
  figure: Figure,
  typed: string,
  error: unknown,
): { sentence: string; present: AdminProduct | null } {
  const problem = error instanceof ApiError ? error.reply?.products?.[0] : undefined;
  if (!problem) return { sentence: errorSentence(error), present: null };
  const { product } = problem;
  if (!product) return { sentence: 'This product no longer exists: somebody deleted it.', present: null };
  if (problem.problem === 'stock_is_held') {
    return {
      sentence: `${product.held} are held for buyers who are paying: the stock cannot be lower now.`,
      present: product,
    };
  }
  return {
    sentence: `It became ${formatFigure(figure, product[figure])} meanwhile. Save again to ${isChangeBy(typed) ? `change that by ${typed.trim()}` : 'replace it with yours'}.`,
    present: product,
  };
}
