import { figureProblem, typedFigure } from '@contract/typed-figure.ts';
import { Search, SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { Input } from '#components/forms/input.tsx';
import { classNames } from '#components/page/class-names.ts';
import type { Option } from '#components/forms/select-field.tsx';
import { useMediaQuery } from '#lib/loading/use-media-query.ts';
import type { DayAndAmountName } from '../lib/day-and-amount-filter.ts';
import type { TableAddress } from '../lib/table-address.ts';
import styles from './table-filters.module.css';

/** Milliseconds after the last keystroke until a search starts. */
const debounceMs = 300;

/** A filter of a table. */
export type TableFilter<Name extends string = string> = {
  /** Its name in the URL. */
  name: Name;
  label: string;
} & (
  | { kind: 'search'; placeholder?: string }
  /** The first option, with an empty value, does not filter. */
  | { kind: 'choice'; options: readonly Option[] }
  /** Set by a link alone: shown while it is set, with the name of its one option. */
  | { kind: 'from a link'; option: string }
  /** `YYYY-MM-DD`. */
  | { kind: 'day' }
  /** A whole number. */
  | { kind: 'amount' }
);

/** A filter that is one of the options, or `every`, which does not filter. */
export const choiceOf = <Name extends string>(
  name: Name,
  label: string,
  every: string,
  options: readonly Option[],
): TableFilter<Name> => ({ name, label, kind: 'choice', options: [{ value: '', label: every }, ...options] });

export const dayAndAmountFilters: readonly TableFilter<DayAndAmountName>[] = [
  { name: 'from', kind: 'day', label: 'From day' },
  { name: 'to', kind: 'day', label: 'To day' },
  { name: 'min', kind: 'amount', label: 'From KES' },
  { name: 'max', kind: 'amount', label: 'To KES' },
];

type TableFiltersProps<Name extends string> = {
  filters: readonly TableFilter<Name>[];
  address: Pick<TableAddress<string, Name>, 'filters' | 'isFiltered' | 'setFilters' | 'clear'>;
  /** Called before the URL changes. */
  onFilter?(): void;
};

/** The filters of a table in one row. On a phone the search alone, and what is set: the others are behind a button. */
export function TableFilters<Name extends string>({ filters, address, onFilter }: TableFiltersProps<Name>) {
  const isWide = useMediaQuery('(min-width: 860px)');
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isFolded = !isWide && !isUnfolded;
  return (
    <div
      role="search"
      aria-label="Filters"
      className={classNames('columns-2 gap-3 gap-y-2 align-end', styles.bar)}
    >
      {filters
        .filter(
          ({ kind, name }) =>
            kind === 'search' || address.filters[name] !== '' || !(isFolded || kind === 'from a link'),
        )
        .map((filter) => (
          <Filter
            key={filter.name}
            filter={filter}
            hasLabel={isWide || filter.kind !== 'search'}
            value={address.filters[filter.name]}
            onChange={(value) => {
              onFilter?.();
              address.setFilters({ [filter.name]: value } as Record<Name, string>);
            }}
          >
            {filter.kind === 'search' && isFolded && filters.length > 1 ? (
              <IconButton
                framed
                label="Filters"
                icon={<SlidersHorizontal />}
                onClick={() => setIsUnfolded(true)}
              />
            ) : null}
          </Filter>
        ))}
      {address.isFiltered ? (
        <Button
          variant="quiet"
          onClick={() => {
            onFilter?.();
            address.clear();
          }}
        >
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

type FilterProps = {
  filter: TableFilter;
  /** Without it the placeholder says what is searched. */
  hasLabel: boolean;
  value: string;
  onChange(value: string): void;
  /** Beside the input. */
  children?: ReactNode;
};

function Filter({ filter, hasLabel, value, onChange, children }: FilterProps) {
  const id = useId();
  return (
    <div
      className={classNames(
        'stack gap-0 narrow',
        styles.filter,
        filter.kind === 'search' && classNames('whole-row', styles.search),
      )}
    >
      <label htmlFor={id} className={hasLabel ? 'muted' : 'visually-hidden'}>
        {filter.label}
      </label>
      {filter.kind === 'search' ? (
        <span className="row gap-2">
          <span className="with-icon grow">
            <Search />
            <TypedInput
              id={id}
              type="search"
              placeholder={filter.placeholder ?? (hasLabel ? undefined : filter.label)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={value}
              onValue={onChange}
            />
          </span>
          {children}
        </span>
      ) : filter.kind === 'choice' || filter.kind === 'from a link' ? (
        <select
          id={id}
          className="input arrow"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {optionsOf(filter, value).map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : filter.kind === 'day' ? (
        <input
          id={id}
          type="date"
          className="input"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <TypedInput
          id={id}
          inputMode="numeric"
          className="tabular text-end"
          value={value}
          read={wholeAmountOf}
          onValue={onChange}
        />
      )}
    </div>
  );
}

function optionsOf(
  filter: Extract<TableFilter, { kind: 'choice' | 'from a link' }>,
  value: string,
): readonly Option[] {
  if (filter.kind === 'choice') return filter.options;
  return [
    { value: '', label: 'Any' },
    { value, label: filter.option },
  ];
}

type TypedInputProps = Omit<ComponentProps<'input'>, 'value'> & {
  value: string;
  /** The value of a text; null when it has none. */
  read?(text: string): string | null;
  onValue(value: string): void;
};

/** Whole shillings as digits, as the table's address has them. */
function wholeAmountOf(text: string): string | null {
  const amount = String(typedFigure(text) ?? '');
  return /^\d{0,9}$/.test(amount) ? amount : null;
}

/** An input that reports the value of its text when the typing pauses, or on Enter. */
function TypedInput({ value, read = (text) => text.trim(), onValue, className, ...rest }: TypedInputProps) {
  const [typed, setTyped] = useState(value);
  const [reported, setReported] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== seen) {
    setSeen(value);
    // Changed by Back or by clearing all filters. A value reported from here is skipped: the user may have typed more
    // since.
    if (value !== reported) {
      setReported(value);
      setTyped(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const report = (text: string) => {
    clearTimeout(timer.current);
    const next = read(text);
    if (next === null) return;
    setReported(next);
    onValue(next);
  };
  const isWrong = read(typed) === null;
  return (
    <>
      <Input
        {...rest}
        className={classNames('input', className)}
        aria-invalid={isWrong || undefined}
        value={typed}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          clearTimeout(timer.current);
          // Somebody who has clicked a link since is not taken back while the next page is loading.
          const { pathname } = window.location;
          timer.current = setTimeout(() => {
            if (window.location.pathname === pathname) report(text);
          }, debounceMs);
        }}
        onKeyDown={(event) => event.key === 'Enter' && report(typed)}
      />
      {isWrong ? (
        <span role="alert" className="strong bad small">
          {figureProblem(typed) ?? 'Type whole shillings'}
        </span>
      ) : null}
    </>
  );
}
