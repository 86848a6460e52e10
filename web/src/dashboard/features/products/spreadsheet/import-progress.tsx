import type { ProductImport } from '@contract/product-imports.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { progressText } from './import-text.ts';

/** The progress of an import, or of undoing it. */
export function ImportProgress({ one }: { one: ProductImport }) {
  const { fileName, total, waiting } = one;
  return (
    <label className="stack gap-1 tabular">
      {progressText(one)}
      <progress
        aria-label={`“${fileName}”`}
        aria-valuetext={`${formatCount(total - waiting)} of ${formatCount(total)} rows`}
        max={total}
        value={total - waiting}
      />
    </label>
  );
}
