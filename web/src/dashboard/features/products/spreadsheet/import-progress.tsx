import type { ProductImport } from '@contract/product-imports.ts';
import { formatCount } from '../../../lib/count-words.ts';
import styles from './spreadsheet.module.css';
import { progressWords } from './import-words.ts';

/** How far an import is, or its undoing. */
export function ImportProgress({ one }: { one: ProductImport }) {
  const { fileName, total, waiting } = one;
  return (
    <label className={styles.progress}>
      {progressWords(one)}
      <progress
        aria-label={`“${fileName}”`}
        aria-valuetext={`${formatCount(total - waiting)} of ${formatCount(total)} rows`}
        max={total}
        value={total - waiting}
      />
    </label>
  );
}
