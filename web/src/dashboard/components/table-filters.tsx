import { figureProblem, typedFigure } from '@contract/typed-figure.ts';
import { addDays, isDay, monthLater } from '@contract/calendar-days.ts';
import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { Search, SlidersHorizontal, X } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Input } from '#components/forms/input.tsx';
import { classNames } from '#components/page/class-names.ts';
import type { Option } from '#components/forms/select-field.tsx';
import { useMediaQuery } from '#lib/loading/use-media-query.ts';
import type { DayAndAmountName } from '../lib/day-and-amount-filter.ts';
import { formatCount } from '../lib/format-count.ts';
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
  /** The first option, with an empty value, does not filter. Those that are work for a day are tabs too. */
  | { kind: 'choice'; options: readonly Option[]; tabs?: readonly Option[] }
  /** Set by a link alone: a chip with the name of its one option. */
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
  tabs?: readonly Option[],
): TableFilter<Name> => ({
  name,
  label,
  kind: 'choice',
  options: [{ value: '', label: every }, ...options],
  tabs,
});

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

/** From so many on, filters are folded on every screen. */
const tooMany = 6;

/**
 * The filters of a table: a row with the search, or of many the tabs. The others, on a phone all, are behind a button, and
 * what is chosen of them stands beside as chips, each of which takes it back.
 */
export function TableFilters<Name extends string>({ filters, address, onFilter }: TableFiltersProps<Name>) {
  const isWide = useMediaQuery('(min-width: 860px)');
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isMany = filters.length >= tooMany;
  const isFolding = isMany || (!isWide && filters.length > 1);
  const change = (values: Partial<Record<Name, string>>) => {
    onFilter?.();
    address.setFilters(values);
  };
  const set = (name: Name, value: string) => change({ [name]: value } as Record<Name, string>);
  const isShown = ({ kind }: TableFilter) =>
    kind !== 'from a link' && (!isFolding || isUnfolded || (kind === 'search' && !isMany));
  const tabs = filters.find((filter) => filter.kind === 'choice' && filter.tabs);
  const chips = filters.filter(
    (filter) =>
      address.filters[filter.name] !== '' && !isShown(filter) && !isTab(filter, address.filters[filter.name]),
  );
  const button = isFolding ? (
    <Button
      variant="secondary"
      icon={<SlidersHorizontal />}
      className={styles.button}
      aria-expanded={isUnfolded}
      onClick={() => setIsUnfolded(!isUnfolded)}
    >
      Filters
    </Button>
  ) : null;
  return (
    <div role="search" aria-label="Filters" className="stack gap-2">
      {isMany ? (
        <div className="cluster spread gap-2">
          {tabs ? (
            <Tabs filter={tabs} value={address.filters[tabs.name]} onChange={(to) => set(tabs.name, to)} />
          ) : null}
          {button}
        </div>
      ) : null}
      {filters.some(isShown) ? (
        <div className={`columns-2 gap-3 gap-y-2 align-end ${styles.bar}`}>
          {filters.filter(isShown).map((filter) => (
            <Filter
              key={filter.name}
              filter={filter}
              hasLabel={isWide || isMany || filter.kind !== 'search'}
              value={address.filters[filter.name]}
              onChange={(value) => set(filter.name, value)}
            >
              {filter.kind === 'search' && !isMany ? button : null}
            </Filter>
          ))}
          {isUnfolded && filters.some(({ name }) => name === 'from')
            ? latestMonths().map(({ from, to, label }) => (
                <Button
                  key={from}
                  variant="quiet"
                  onClick={() =>
                    change({ from, to } as Partial<Record<string, string>> as Partial<Record<Name, string>>)
                  }
                >
                  {label}
                </Button>
              ))
            : null}
        </div>
      ) : null}
      {chips.length > 0 || address.isFiltered ? (
        <div className="cluster gap-2">
          {chips.map((filter) => (
            <button
              key={filter.name}
              type="button"
              className={`control inline-row gap-1 small icons-18 ${styles.chip}`}
              onClick={() => set(filter.name, '')}
            >
              {chipText(filter, address.filters[filter.name])}
              <X aria-label="Remove" />
            </button>
          ))}
          {chips.length > 1 || !isFolding || isUnfolded ? (
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
      ) : null}
    </div>
  );
}

/** Whether the value of a filter is one of its tabs, which shows it. */
const isTab = (filter: TableFilter, value: string): boolean =>
  filter.kind === 'choice' && (filter.tabs?.some((tab) => tab.value === value) ?? false);

function chipText(filter: TableFilter, value: string): string {
  switch (filter.kind) {
    case 'choice':
      return filter.options.find((option) => option.value === value)?.label ?? value;
    case 'from a link':
      return filter.option;
    case 'day':
      return `${filter.label} ${isDay(value) ? formatDay(value) : value}`;
    case 'amount':
      return `${filter.label} ${formatCount(Number(value))}`;
    case 'search':
      return `“${value}”`;
  }
}

/** This month and the one before, in Nairobi. */
function latestMonths(): { from: string; to: string; label: string }[] {
  const today = nairobiDay();
  const first = monthLater(today, 0);
  return [
    { from: first, to: today },
    { from: monthLater(today, -1), to: addDays(first, -1) },
  ].map((month) => ({ ...month, label: formatDay(month.from).replace(/^\d+ /, '') }));
}

function Tabs({
  filter,
  value,
  onChange,
}: {
  filter: TableFilter;
  value: string;
  onChange(value: string): void;
}) {
  if (filter.kind !== 'choice') return null;
  return (
    <div role="group" aria-label="What is listed" className="flex">
      {filter.tabs?.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === value}
          className={`bare target one-line ${styles.tab}`}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
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
      ) : filter.kind === 'choice' ? (
        <select
          id={id}
          className="input arrow"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {filter.options.map((option) => (
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
