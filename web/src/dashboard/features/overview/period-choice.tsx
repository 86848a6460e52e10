import { overviewPeriods, type OverviewPeriod } from '@contract/admin-overview.ts';
import { Link } from 'react-router-dom';
import styles from './period-choice.module.css';
import { periodName, standardPeriod } from './period-words.ts';

/** Which days are looked at: in the address, so that Back and a bookmark find them again. */
export function PeriodChoice({ period }: { period: OverviewPeriod }) {
  return (
    <nav aria-label="Period" className={styles.choice}>
      <ul className={styles.list}>
        {overviewPeriods.map((one) => (
          <li key={one} className={styles.item}>
            <Link
              to={one === standardPeriod ? '.' : `?period=${one}`}
              preventScrollReset
              aria-current={one === period ? 'true' : undefined}
              className={styles.link}
            >
              {periodName[one]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
