import type { ProductImport } from '@contract/product-imports.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';

/** What is to be undone: an import, or a bulk change. */
export type Undoable = Pick<ProductImport, 'id' | 'fileName' | 'made' | 'changed'>;

/** What an import did. */
export function importText({ made, changed, unchanged, left }: ProductImport): string {
  const parts = [
    made > 0 ? `${formatCount(made)} new` : '',
    changed > 0 || made === 0 ? `${formatCount(changed)} changed` : '',
    unchanged > 0 ? `${formatCount(unchanged)} unchanged` : '',
    left.length > 0 ? `${formatCount(left.length)} left out` : '',
  ];
  return parts.filter(Boolean).join(', ');
}

/** Whether something was written and not put back. */
export const canBeUndone = ({ undoneAt, made, changed }: ProductImport) =>
  undoneAt === null && made + changed > 0;

/** When an import was undone, and what that did; empty until then. */
export function undoneText({ undoneAt, undone }: ProductImport): string {
  if (!undoneAt || !undone) return '';
  const parts = [
    undone.putBack > 0 || undone.erased === 0 ? `${formatCount(undone.putBack)} restored` : '',
    undone.erased > 0 ? `${formatCount(undone.erased)} deleted` : '',
    undone.archived > 0 ? `${formatCount(undone.archived)} archived because they were ordered` : '',
    undone.left > 0 ? `${formatCount(undone.left)} left as they were` : '',
  ];
  return `Undone ${formatDayAndTime(undoneAt)}: ${parts.filter(Boolean).join(', ')}`;
}

/** What undoing an import does to the products that it changed and to the new ones. */
export function undoText({ fileName, changed, made }: Undoable): string {
  const back =
    changed === 1
      ? `The product that “${fileName}” changed gets back the values of exactly the cells that it changed.`
      : `The ${formatCount(changed)} products that “${fileName}” changed get back the values of exactly the cells that it changed.`;
  const gone =
    made === 1
      ? 'The new one is deleted, or archived if somebody has ordered it.'
      : `The ${formatCount(made)} new ones are deleted, or archived if somebody has ordered them.`;
  return [changed > 0 ? back : '', made > 0 ? gone : ''].filter(Boolean).join(' ');
}
