import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './button.module.css';
import { classNames } from '../page/class-names.ts';

type ButtonStyle = {
  /**
   * One `primary` per screen; `secondary` beside it; `quiet` for rare actions; `danger` for what cannot be
   * undone.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'medium' | 'large';
  /** Fills the width of its column. */
  wide?: boolean;
  /** A lucide icon before the label. */
  icon?: ReactNode;
};

type ButtonProps = ButtonStyle &
  ComponentProps<'button'> & {
    /** Its action is running: the button keeps the focus and does not act again. */
    busy?: boolean;
  };

/** A button that acts on this page. A busy one keeps the focus, which `disabled` would lose. */
export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  className,
  type,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classNames(buttonClasses({ variant, size, wide }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </button>
  );
}

type LinkButtonProps = ButtonStyle & ComponentProps<typeof Link>;

/** A link to another page of the shop that looks like a button. */
export function LinkButton({ variant, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} data-button className={classNames(buttonClasses({ variant, size, wide }), className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

function buttonClasses({ variant = 'primary', size = 'medium', wide = false }: ButtonStyle): string {
  return classNames('icons-20', styles.button, styles[variant], styles[size], wide && 'full');
}
