import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../page/class-names.ts';
import styles from './icon-button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** What it does: the accessible name and the tooltip. */
  label: string;
  icon: ReactNode;
  /** With a border, for controls that stand alone. */
  framed?: boolean;
};

/** A square 44 px button that shows only an icon. */
export function IconButton({ label, icon, framed = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames('rigid icons-22', styles.button, framed && styles.framed, className)}
    >
      {icon}
    </button>
  );
}
