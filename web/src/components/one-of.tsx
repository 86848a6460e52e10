import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './one-of.module.css';

type OneOfProps = {
  /** Which of them is shown. */
  shown: number;
  texts: readonly ReactNode[];
};

/** Texts in one place, of which one is shown: as high as the longest from the beginning, so that nothing below moves. */
export function OneOf({ shown, texts }: OneOfProps) {
  return (
    <span className={styles.place}>
      {texts.map((text, index) => (
        <span key={index} className={classNames(styles.text, index !== shown && styles.kept)}>
          {text}
        </span>
      ))}
    </span>
  );
}
