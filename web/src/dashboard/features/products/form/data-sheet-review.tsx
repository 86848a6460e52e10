import type { DataSheetReview as Review, KnownLabel } from '@contract/products.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import { decidingValues } from '#components/product-picture/product-image.tsx';
import { Notice } from '#components/page/notice.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { useDebounced } from '#lib/forms/use-debounced.ts';
import { newSpecRow, type SpecRow, specOf } from './spec-rows.ts';

type DataSheetReviewProps = {
  category: string;
  rows: readonly SpecRow[];
  onAdd(row: SpecRow): void;
};

/** How the shop reads the data sheet: the figures on cards, values it cannot compare, and unknown labels. */
export function DataSheetReview({ category, rows, onAdd }: DataSheetReviewProps) {
  const { data } = useDataSheetReview(category, rows);
  if (!data) return null;
  const { keyValues, unread, missing } = data;
  const onCards = decidingValues(keyValues);
  return (
    <div className="stack gap-3">
      {unread.length > 0 ? (
        <Notice tone="warning" title="Shown, but not compared">
          {unread.map((known) => `${known.label}: begin with ${formatHint(known)}.`).join(' ')}
        </Notice>
      ) : null}
      {missing.length > 0 ? (
        <div className="cluster gap-3">
          <p className="muted">Not known yet:</p>
          {missing.map((known) => (
            <Button
              key={known.label}
              variant="secondary"
              icon={<Plus />}
              onClick={() => onAdd({ ...newSpecRow(), label: known.label, unit: known.unit ?? '' })}
            >
              {known.unit ? `${known.label} (${known.unit})` : known.label}
            </Button>
          ))}
        </div>
      ) : null}
      {onCards ? <p className="muted">On cards: {onCards}</p> : null}
    </div>
  );
}

function useDataSheetReview(category: string, rows: readonly SpecRow[]) {
  // Lines that are still being typed are left out.
  const typed = rows.map(specOf).filter(({ label, value }) => label.trim() !== '' && value.trim() !== '');
  const reviewed = useDebounced(JSON.stringify({ category, specs: typed.slice(0, 60) }));
  return useQuery({
    queryKey: [adminKey, 'data-sheet-review', reviewed],
    queryFn: ({ signal }): Promise<Review> => {
      const { category: of, specs } = JSON.parse(reviewed) as {
        category: string;
        specs: { label: string }[];
      };
      return callSql('review_data_sheet', { p_category: of, p_specs: specs }, signal);
    },
    placeholderData: keepPreviousData,
    // Not retried: it is only advice, and a form on a bad connection must not wait for it.
    retry: false,
  });
}

/** How a value must start to be readable. */
function formatHint({ kind, unit }: KnownLabel): string {
  if (kind === 'yes or no') return 'Yes or No';
  if (kind === 'size') return `its sides in ${unit}, such as 140 x 295 x 468 ${unit}`;
  return unit ? `a number in ${unit}, such as 12.5 ${unit}` : 'a number';
}
