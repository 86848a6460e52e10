import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import type { Option } from '../../components/select-field.tsx';
import styles from './filter-bar.module.css';

/** How long a search waits for the next letter, in milliseconds. */
const typingPause = 300;

type FilterBarProps = {
  /** Is anything filtered? Then all of it can be cleared at once. */
  isFiltered: boolean;
  onClear(): void;
  children: ReactNode;
};

/** What narrows a table, in one row; below one another on a phone. */
export function FilterBar({ isFiltered, onClear, children }: FilterBarProps) {
  return (
    <div role="search" className={styles.bar}>
      {children}
      {isFiltered ? (
        <Button variant="quiet" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

type FilterProps = {
  label: string;
  value: string;
  onChange(value: string): void;
};

/** Text to look for; sent when the typing pauses, and at once with Enter. */
export function SearchFilter({
  label,
  value,
  onChange,
  ...rest
}: FilterProps & Omit<ComponentProps<'input'>, keyof FilterProps | 'type'>) {
  const { typed, type, flush } = useTypedFilter(value, onChange);
  return (
    <Labelled label={label} className={styles.search}>
      {(id) => (
        <span className={styles.searchBox}>
          <Search aria-hidden="true" />
          <input
            {...rest}
            id={id}
            type="search"
            className={styles.control}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && flush()}
          />
        </span>
      )}
    </Labelled>
  );
}

/** One of a few; the first option, with an empty value, is no filter. */
export function ChoiceFilter({
  label,
  value,
  options,
  onChange,
}: FilterProps & { options: readonly Option[] }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          id={id}
          className={classNames(styles.control, styles.select)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A day, as `YYYY-MM-DD`. */
export function DateFilter({ label, value, onChange }: FilterProps) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          type="date"
          className={styles.control}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Labelled>
  );
}

/** A whole number; sent when the typing pauses. */
export function NumberFilter({ label, value, onChange }: FilterProps) {
  const { typed, type, flush } = useTypedFilter(value, onChange);
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          inputMode="numeric"
          className={classNames(styles.control, styles.numeric)}
          value={typed}
          onChange={(event) => type(event.target.value.replace(/\D/g, '').slice(0, 9))}
          onKeyDown={(event) => event.key === 'Enter' && flush()}
        />
      )}
    </Labelled>
  );
}

/** Keeps what is typed at once, and tells it on when the typing pauses. */
function useTypedFilter(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== seen) {
    setSeen(value);
    // Changed from elsewhere: Back, or all filters cleared. What was told on from here may have been typed on since.
    if (value !== told) {
      setTold(value);
      setTyped(value);
    }
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const tell = (text: string) => {
    clearTimeout(timer.current);
    setTold(text);
    onChange(text);
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => tell(text.trim()), typingPause);
    },
    flush: () => tell(typed.trim()),
  };
}

function Labelled({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: (id: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={classNames(styles.filter, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}
