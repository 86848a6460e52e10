import { Search, SlidersHorizontal } from 'lucide-react';
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
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
  /** Behind a button on a phone, so that the rows are not pushed down. */
  folded?: boolean;
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

export const dayAndAmountFilters: readonly TableFilter<DayAndAmountName>[] = [
  { name: 'from', kind: 'day', label: 'From day', folded: true },
  { name: 'to', kind: 'day', label: 'To day', folded: true },
  { name: 'min', kind: 'amount', label: 'From KES', folded: true },
  { name: 'max', kind: 'amount', label: 'To KES', folded: true },
];

type TableFiltersProps<Name extends string> = {
  filters: readonly TableFilter<Name>[];
  address: Pick<TableAddress<string, Name>, 'filters' | 'isFiltered' | 'setFilters' | 'clear'>;
  /** Called before the URL changes. */
  onFilter?(): void;
};

/** The filters of a table in one row; below each other on a phone. */
export function TableFilters<Name extends string>({ filters, address, onFilter }: TableFiltersProps<Name>) {
  const isWide = useMediaQuery('(min-width: 860px)');
  const isUsed = filters.some(({ name, folded }) => folded && address.filters[name] !== '');
  const [isUnfolded, setIsUnfolded] = useState(isUsed);
  // A link or Back may have set one since.
  const isFolded = !isWide && !isUnfolded && !isUsed && filters.some(({ folded }) => folded);
  return (
    <div
      role="search"
      aria-label="Filters"
      className={classNames('columns-2 gap-3 gap-y-2 align-end', styles.bar)}
    >
      {filters
        .filter(({ folded }) => !isFolded || !folded)
        .filter(({ kind, name }) => kind !== 'from a link' || address.filters[name] !== '')
        .map((filter) => (
          <Filter
            key={filter.name}
            filter={filter}
            value={address.filters[filter.name]}
            onChange={(value) => {
              onFilter?.();
              address.setFilters({ [filter.name]: value } as Record<Name, string>);
            }}
          />
        ))}
      {isFolded ? (
        <Button
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setIsUnfolded(true)}
        >
          Filters
        </Button>
      ) : null}
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

type FilterProps = { filter: TableFilter; value: string; onChange(value: string): void };

function Filter({ filter, value, onChange }: FilterProps) {
  const id = useId();
  return (
    <div
      className={classNames(
        'stack gap-0 narrow',
        styles.filter,
        filter.kind === 'search' && classNames('whole-row', styles.search),
      )}
    >
      <label htmlFor={id} className="muted">
        {filter.label}
      </label>
      {filter.kind === 'search' ? (
        <span className="with-icon">
          <Search aria-hidden="true" />
          <TypedInput
            id={id}
            type="search"
            placeholder={filter.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={value}
            onValue={onChange}
          />
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
          clean={(text) => text.replace(/\D/g, '').slice(0, 9)}
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
  clean?(text: string): string;
  onValue(value: string): void;
};

/** An input that reports its text when the typing pauses, or on Enter. */
function TypedInput({ value, clean = (text) => text, onValue, className, ...rest }: TypedInputProps) {
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
    setReported(text);
    onValue(text);
  };
  return (
    <input
      {...rest}
      className={classNames('input', className)}
      value={typed}
      onChange={(event) => {
        const text = clean(event.target.value);
        setTyped(text);
        clearTimeout(timer.current);
        // Somebody who has clicked a link since is not taken back while the next page is loading.
        const { pathname } = window.location;
        timer.current = setTimeout(() => {
          if (window.location.pathname === pathname) report(text.trim());
        }, debounceMs);
      }}
      onKeyDown={(event) => event.key === 'Enter' && report(typed.trim())}
    />
  );
}
