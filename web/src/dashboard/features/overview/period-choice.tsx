import { overviewPeriods, type OverviewPeriod } from '@contract/admin-overview.ts';
import { Link } from '../../../components/link.tsx';
import styles from './period-choice.module.css';
import { periodName, defaultPeriod } from './period-text.ts';

/** Chooses the period. It is in the URL, so that Back and bookmarks restore it. */
export function PeriodChoice({ period }: { period: OverviewPeriod }) {
  return (
    <nav aria-label="Period" className={styles.choice}>
      <ul className={styles.list}>
        {overviewPeriods.map((one) => (
          <li key={one} className={styles.item}>
            <Link
              to={one === defaultPeriod ? '.' : `?period=${one}`}
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
