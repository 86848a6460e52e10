import type { ImportProblem } from '@contract/product-imports.ts';
import styles from '../spreadsheet.module.css';

const sentences: Record<ImportProblem['problem'], string> = {
  not_found: 'is no longer in the shop',
  changed_meanwhile: 'was changed by somebody, or sold, meanwhile',
  stock_is_held: 'has more pieces held for buyers who are paying now',
  slug_taken: 'would get the address of another product',
  follower_wrong: 'is replaced by a product that it replaces itself, or that the shop does not have',
};

const maxListed = 20;

/** Why individual rows or products cannot be changed. */
export function ProblemList({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <ul className={styles.problems}>
      {problems.slice(0, maxListed).map(({ line, productId, name, problem }) => (
        <li key={`${line} ${productId}`}>
          {`${line === null ? '' : `Row ${line}: `}${name || 'This product'} ${sentences[problem]}.`}
        </li>
      ))}
      {problems.length > maxListed ? <li>And {problems.length - maxListed} more.</li> : null}
    </ul>
  );
}
