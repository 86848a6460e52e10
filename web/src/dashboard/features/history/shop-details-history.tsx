import { type TextPage, textPageOf } from '@contract/shop-text-pages.ts';
import type { EnteredDetails } from '@contract/shop-details.ts';
import { shopDetailFields, shopDetailsId } from '@contract/shop-details-form.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
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
      restore={restore}
      isPart
    />
  );
}

type Texts = Record<string, string | string[]>;

async function restore({ before, after }: HistoryEntry) {
  const [p_changes, p_seen] = [before ?? {}, after ?? {}] as [Texts, Texts];
  await callSql('change_shop_details', { p_changes, p_seen });
  return `${Object.keys(p_changes).map(labelOf).join(', ')}, as before. Reload to see it in the form.`;
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
