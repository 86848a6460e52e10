import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './same-height-texts.module.css';

type SameHeightTextsProps = {
  /** The index of the text that is shown. */
  shown: number;
  texts: readonly ReactNode[];
};

/**
 * Shows one of several texts. Its height always fits the longest, so that nothing below moves. The others are neither
 * seen nor read out, nor can their links be reached.
 */
export function SameHeightTexts({ shown, texts }: SameHeightTextsProps) {
  return (
    <span className="stack">
      {texts.map((text, index) => (
        <span key={index} className={classNames(styles.text, index !== shown && 'unseen')}>
          {text}
        </span>
      ))}
    </span>
  );
}
