import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { formatCount } from '../lib/format-count.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './table-pager.module.css';

type TablePagerProps = {
  page: number;
  pageSize: number;
  /** The number of rows on all pages. */
  total: number;
  onPage(page: number): void;
};

/** Links to the next and the previous page, and an input for the page number. */
export function TablePager({ page, pageSize, total, onPage }: TablePagerProps) {
  const last = Math.max(Math.ceil(total / pageSize), 1);
  if (last === 1 && page === 1) return null;
  return (
    <nav aria-label="Pages" className="row gap-3 wrap centered">
      <IconButton
        framed
        label="Previous page"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, last))}
      />
      <PageNumber key={page} page={page} last={last} onPage={onPage} />
      <IconButton
        framed
        label="Next page"
        icon={<ChevronRight />}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

/** `1–50 of 100,000 products`. */
export function rangeText(page: number, pageSize: number, total: number, noun: string): string {
  if (total === 0) return `No ${noun}`;
  const first = (page - 1) * pageSize + 1;
  if (first > total) return `${formatCount(total)} ${noun}`;
  const end = Math.min(page * pageSize, total);
  return `${formatCount(first)}–${formatCount(end)} of ${formatCount(total)} ${noun}`;
}

function PageNumber({ page, last, onPage }: { page: number; last: number; onPage(page: number): void }) {
  const [typed, setTyped] = useState(String(page));
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Number(typed.replace(/\D/g, ''));
    const to = Math.min(Math.max(wanted, 1), last);
    if (to === page) setTyped(String(page));
    else onPage(to);
  };
  return (
    <form className="row gap-2 tabular" onSubmit={go}>
      <label className="row gap-2">
        Page
        <input
          inputMode="numeric"
          className={classNames('input text-center', styles.page)}
          value={typed}
          size={Math.max(String(last).length, 3)}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <span className="quiet one-line">of {formatCount(last)}</span>
      {typed === String(page) ? null : (
        <Button type="submit" variant="secondary">
          Go
        </Button>
      )}
    </form>
  );
}
