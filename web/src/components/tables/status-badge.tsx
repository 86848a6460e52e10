import type { ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';
import styles from './status-badge.module.css';

type StatusBadgeProps = {
  /** Green, yellow, red, grey. Each also has its own icon, so that colour is never the only cue. */
  tone: 'good' | 'wait' | 'bad' | 'neutral';
  children: ReactNode;
};

/** A short label of a state, e.g. of an order. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span
      className={classNames('inline-row gap-icon small tight strong one-line', styles.badge, styles[tone])}
    >
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        {marks[tone]}
      </svg>
      {children}
    </span>
  );
}

const marks = {
  good: <circle cx="5" cy="5" r="4" fill="currentColor" />,
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
  neutral: <path d="M1 5h8" fill="none" stroke="currentColor" strokeWidth="2" />,
};
