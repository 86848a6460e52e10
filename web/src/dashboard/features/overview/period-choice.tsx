import { Link } from 'react-router-dom';
import styles from './period-choice.module.css';
import { defaultPeriod, type OverviewPeriod, overviewPeriods, periodName } from './overview-period.ts';

/** Chooses the period. It is in the URL, so that Back and bookmarks restore it. */
export function PeriodChoice({ period }: { period: OverviewPeriod }) {
  return (
    <nav aria-label="Period" className={`narrow ${styles.choice}`}>
      <ul className="control flex">
        {overviewPeriods.map((one) => (
          <li key={one} className={`narrow ${styles.item}`}>
            <Link
              to={one === defaultPeriod ? '.' : `?period=${one}`}
              preventScrollReset
              aria-current={one === period ? 'true' : undefined}
              className={`anchor row centered target small ink title-link ${styles.link}`}
            >
              <span className={styles.long}>{periodName[one]}</span>
              <span className={styles.short} aria-hidden="true">
                {periodName[one].replace(/ays|nths/, '')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
