import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { type TextPage, textPageOf } from '@contract/shop-text-pages.ts';
import type { EnteredDetails } from '@contract/shop-details.ts';
import { shopDetailFields, shopDetailsId } from '@contract/shop-details-form.ts';
import { Undo2 } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { HistoryList } from './history-list.tsx';
import type { HistoryEntry } from '@contract/history.ts';
import type { ChangeText } from './history-text.ts';

/** Every change of the shop's details and texts, newest first. A change can be undone. */
export function ShopDetailsHistory() {
  return (
    <HistoryList
      table="shop_details"
      rowIds={[shopDetailsId]}
      describe={describeShopDetails}
      action={(entry) => <Restore entry={entry} />}
    />
  );
}

/** The changed details in words; of a text, the lines that only one of the two has. */
export function describeShopDetails({ before, after }: HistoryEntry): ChangeText[] {
  return Object.keys({ ...before, ...after }).map((column) => {
    const [was, is] = [linesOf(before?.[column]), linesOf(after?.[column])];
    const only = (lines: string[], others: string[]) => {
      const own = lines.filter((line) => !others.includes(line)).join(' ');
      return own || (lines.length > 1 ? 'another order' : 'none');
    };
    return {
      column,
      label: labelOf(column),
      before: only(was, is),
      after: only(is, was),
    };
  });
}

function labelOf(column: string): string {
  const { label } = shopDetailFields[column as keyof EnteredDetails] ?? {};
  return label ?? `Text of ${textPageOf[column as TextPage]?.title ?? column}`;
}

function linesOf(value: unknown): string[] {
  return Array.isArray(value) ? (value as string[]) : String(value ?? '').split('\n');
}

type Texts = Record<string, string | string[]>;

function Restore({ entry: { at, before, after } }: { entry: HistoryEntry }) {
  const restore = useAdminWrite(() =>
    callSql('change_shop_details', { p_changes: (before ?? {}) as Texts, p_seen: (after ?? {}) as Texts }),
  );
  // Not with the callbacks of `mutate`: by then the new change may have pushed this one out of the list.
  const press = async () => {
    try {
      await restore.mutateAsync();
      const what = Object.keys(before ?? {}).map(labelOf);
      showToast({
        title: 'Restored',
        description: `${what.join(', ')}, as before. Reload to see it in the form.`,
      });
    } catch {
      // Shown below.
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<Undo2 size={16} />}
        aria-label={`Restore what was there before ${formatDayAndTime(at)}`}
        busy={restore.isPending}
        onClick={press}
      >
        Restore
      </Button>
      <NotSaved title="Not restored" error={restore.error} />
    </>
  );
}
