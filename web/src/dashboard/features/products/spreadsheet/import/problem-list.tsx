import type { ImportProblem } from '@contract/product-imports.ts';
import styles from '../spreadsheet.module.css';

const sentences: Record<ImportProblem['problem'], string> = {
  not_found: 'is not in the shop any more',
  changed_meanwhile: 'was changed by somebody, or sold, meanwhile',
  stock_is_held: 'has more pieces held for buyers who are paying now',
  slug_taken: 'would get an address that another product has',
};

/** Problems named one by one; a longer list is cut. */
const most = 20;

/** What stands in the way of single rows or products, in words. */
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
