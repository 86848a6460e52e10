import type { ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';
import styles from './status-badge.module.css';

type StatusBadgeProps = {
  /** Green, yellow, red, grey, grey with a tick; what is to be done now, and is late. Each has its own icon, so that colour is never the only cue. */
  tone: 'good' | 'wait' | 'bad' | 'neutral' | 'paid' | 'work' | 'late';
  children: ReactNode;
};

/** A short label of a state, e.g. of an order. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={classNames('inline-row gap-icon small tight strong', styles.badge, styles[tone])}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        {marks[tone]}
      </svg>
      {/* Alone in its element: a page translator wraps texts, and React would change the text that is gone. */}
      <span className={styles.text}>{children}</span>
    </span>
  );
}

const tick = <polyline points="1,5.5 4,8.5 9,1.5" fill="none" stroke="currentColor" strokeWidth="2" />;

const arrow = <path d="M1 5h7M5 1.5L8.5 5 5 8.5" fill="none" stroke="currentColor" strokeWidth="2" />;

const marks = {
  good: tick,
  paid: tick,
  work: arrow,
  late: arrow,
  wait: (
    <circle
      cx="5"
      cy="5"
      r="3.25"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="3 2"
    />
  ),
  bad: <path d="M1.5 1.5l7 7m0-7l-7 7" fill="none" stroke="currentColor" strokeWidth="2" />,
  // No line: beside an amount it would be read as a minus sign.
  neutral: <rect x="2" y="2" width="6" height="6" fill="currentColor" />,
};
