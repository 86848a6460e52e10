import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ErrorReference } from './error-reference.tsx';
import styles from './notice.module.css';
import { unbroken } from './unbroken.tsx';

const icons = { error: CircleAlert, warning: TriangleAlert, success: CircleCheck, info: Info };

type NoticeProps = {
  tone?: 'error' | 'warning' | 'success' | 'info';
  title?: ReactNode;
  /** What happened, what was saved, what to do. */
  children?: ReactNode;
  /** What failed; an unexpected failure adds its reference in small print. */
  error?: unknown;
  /** A button or a link. */
  action?: ReactNode;
  /**
   * `alert` interrupts a screen reader, `status` waits, `none` is for notices that are on the page from the start. By
   * default errors interrupt.
   */
  announce?: 'alert' | 'status' | 'none';
  className?: string;
};

/** A framed message about the part of the page it is in. */
export function Notice({ tone = 'info', title, children, error, action, announce, className }: NoticeProps) {
  const Icon = icons[tone];
  const role = announce ?? (tone === 'error' ? 'alert' : 'status');
  return (
    <div
      role={role === 'none' ? undefined : role}
      data-uncovered
      className={classNames('grid gap-3 pad-4', styles.notice, styles[tone], className)}
    >
      <Icon className={styles.icon} />
      <div className="stack gap-1 text-width">
        {title ? <p className="strong">{unbroken(title)}</p> : null}
        {children ? <div>{children}</div> : null}
        <ErrorReference error={error} />
        {action ? <div className="flex gap-3 wrap push-2">{action}</div> : null}
      </div>
    </div>
  );
}
