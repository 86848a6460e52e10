import type { ImportProblem } from '@contract/product-imports.ts';
import styles from '../spreadsheet.module.css';

const sentences: Record<ImportProblem['problem'], string> = {
  not_found: 'is no longer in the shop',
  changed_meanwhile: 'was changed by somebody, or sold, meanwhile',
  stock_is_held: 'has more pieces held for buyers who are paying now',
  slug_taken: 'would get the address of another product',
};

/** The most problems that are listed. */
const most = 20;

/** Why single rows or products cannot be changed. */
export function ProblemList({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <ul className={styles.problems}>
      {problems.slice(0, most).map(({ line, productId, name, problem }) => (
        <li key={`${line} ${productId}`}>
          {line === null ? '' : `Row ${line}: `}
          {name || 'This product'} {sentences[problem]}.
        </li>
      ))}
      {problems.length > most ? <li>And {problems.length - most} more.</li> : null}
    </ul>
  );
}
