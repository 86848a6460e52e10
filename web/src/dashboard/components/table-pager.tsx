import type { RowCursor } from '@contract/admin.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#components/forms/icon-button.tsx';
import { formatCount } from '../lib/format-count.ts';

type TablePagerProps = {
  page: number;
  /** Behind which row the next page begins; null on the last. */
  next: RowCursor | null;
  onPage(page: number, after?: RowCursor | null): void;
};

/** Buttons for the next and the previous page. */
export function TablePager({ page, next, onPage }: TablePagerProps) {
  if (!next && page === 1) return null;
  return (
    <nav aria-label="Pages" className="row gap-3 wrap centered">
      <IconButton
        framed
        label="Previous page"
        icon={<ChevronLeft />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className="tabular">Page {formatCount(page)}</span>
      <IconButton
        framed
        label="Next page"
        icon={<ChevronRight />}
        disabled={!next}
        onClick={() => onPage(page + 1, next)}
      />
    </nav>
  );
}

/** `3 products`; of several pages `1–50 of 100,000 products`, and where they are not counted and there are others, `1–50 of more than 50 products`. */
export function rangeText(
  before: number,
  shown: number,
  isLast: boolean,
  noun: string,
  total?: number,
): string {
  const last = before + shown;
  const all = total ?? (isLast ? last : undefined);
  if (shown === 0) return before === 0 ? `No ${noun}` : '';
  if (all === shown) return `${formatCount(all)} ${all === 1 ? singular(noun) : noun}`;
  const of = all === undefined ? `more than ${formatCount(last)}` : formatCount(all);
  return `${formatCount(before + 1)}–${formatCount(last)} of ${of} ${noun}`;
}

const singular = (noun: string) => (noun === 'people' ? 'person' : noun.replace(/s$/, ''));
