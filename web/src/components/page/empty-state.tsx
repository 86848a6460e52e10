import type { ReactNode } from 'react';
import { ContourLines } from './contour-lines.tsx';
import styles from './empty-state.module.css';

type EmptyStateProps = {
  title: string;
  description?: ReactNode;
  /** Usually a LinkButton to somewhere useful. */
  action?: ReactNode;
  /** A drawing or an icon above the title. */
  drawing?: ReactNode;
  /** `h1` when it is the page's only heading, which gets the focus after a navigation. */
  as?: 'h1' | 'h2' | 'h3' | 'p';
};

/** A message for an empty page or list, over contour lines, with a link to continue. */
export function EmptyState({ title, description, action, drawing, as: Title = 'h2' }: EmptyStateProps) {
  return (
    <div className={`card clip anchor stack text-center ${styles.empty}`}>
      <ContourLines seed={title} className={styles.contours} />
      <div className={`anchor stack gap-3 at-middle ${styles.text}`}>
        {drawing ? <div className="ink">{drawing}</div> : null}
        <Title className={styles.title} tabIndex={Title === 'h1' ? -1 : undefined}>
          {title}
        </Title>
        {description ? <p className="quiet">{description}</p> : null}
        {action ? <div className="flex gap-3 wrap centered push-2">{action}</div> : null}
      </div>
    </div>
  );
}
