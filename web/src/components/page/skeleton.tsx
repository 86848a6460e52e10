import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './skeleton.module.css';

type SkeletonProps = {
  /**
   * `line` is a line of text, `text` stands in a line and leaves its height, `heading` is taller, `block` fills its box
   * (give it a size by class).
   */
  shape?: 'line' | 'text' | 'heading' | 'block';
  /** The width as a fraction, so that lines look like lines of text. */
  width?: 'full' | 'most' | 'half' | 'third';
  className?: string;
};

/** A grey placeholder the size of the loading content. Decorative: the surrounding `Loading` has the text. */
export function Skeleton({ shape = 'line', width = 'full', className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.bone, styles[shape], styles[width], className)} />
  );
}

/** Wraps skeletons and announces once to screen readers what is loading. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}
