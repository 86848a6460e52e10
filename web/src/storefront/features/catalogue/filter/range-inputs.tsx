import type { ValueRange } from '@contract/product-filter.ts';
import { figureProblem, typedDecimal, typedFigure } from '@contract/typed-figure.ts';
import { type FormEvent, useId, useState } from 'react';
import { Input } from '#components/forms/input.tsx';
import styles from './product-filters.module.css';

type RangeInputsProps = {
  /** The name of the figure, for screen readers. */
  label: string;
  unit: string | null;
  range: ValueRange;
  /** The available range, shown as placeholders. */
  low: number | null;
  high: number | null;
  /** Whole numbers only. */
  isWhole?: boolean;
  onChange: (range: ValueRange) => void;
};

/** Inputs for the two ends of a range; applied on Enter and when the focus leaves both. */
export function RangeInputs({ label, unit, range, low, high, isWhole = false, onChange }: RangeInputsProps) {
  const id = useId();
  const [typed, setTyped] = useState(() => range.map(asText));
  // The range was changed elsewhere: by a button, a chip or Back.
  const [followed, setFollowed] = useState(range);
  if (followed[0] !== range[0] || followed[1] !== range[1]) {
    setFollowed(range);
    setTyped(range.map(asText));
  }
  const wanted = typed.map((text) => readFigure(text, isWhole)) as ValueRange;
  const ambiguous = isWhole ? typed.map(figureProblem).find((one) => one !== null) : undefined;
  const problem = ambiguous ?? problemOf(wanted, isWhole);
  const commit = () => {
    if (!problem && (wanted[0] !== range[0] || wanted[1] !== range[1])) onChange(wanted);
  };
  const input = (end: 0 | 1, bound: string, limit: number | null) => (
    <Input
      aria-label={`${label}, ${bound}${unit ? `, ${unit}` : ''}`}
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? id : undefined}
      className={`input ink tabular ${styles.figure}`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      placeholder={limit === null ? '' : limit.toLocaleString('en-KE')}
      value={typed[end]}
      onChange={({ target }) => setTyped(typed.map((text, at) => (at === end ? target.value : text)))}
    />
  );
  return (
    <form
      className="row muted gap-2 wrap"
      noValidate
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) commit();
      }}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        commit();
      }}
    >
      {input(0, 'from', low)}
      <span aria-hidden="true">to</span>
      {input(1, 'to', high)}
      {unit ? <span aria-hidden="true">{unit}</span> : null}
      {/* Enter submits a form with several fields only if it has a button. */}
      <button type="submit" hidden />
      {problem ? (
        <p id={id} className="full strong bad" role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  );
}

const asText = (figure: number | null) => (figure === null ? '' : String(figure));

/** Null for an empty text, NaN for an invalid one. */
function readFigure(text: string, isWhole: boolean): number | null {
  const figure = isWhole ? typedFigure(text) : typedDecimal(text);
  if (figure === undefined) return null;
  return (isWhole ? /^\d{1,9}$/ : /^-?\d{1,9}(\.\d{1,6})?$/).test(String(figure))
    ? Number(figure)
    : Number.NaN;
}

function problemOf([low, high]: ValueRange, isWhole: boolean): string | null {
  if (Number.isNaN(low) || Number.isNaN(high)) return isWhole ? 'Type whole shillings.' : 'Type a number.';
  return low !== null && high !== null && low > high ? 'The second number is smaller than the first.' : null;
}
