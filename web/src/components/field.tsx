import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';
import { IconButton } from './icon-button.tsx';

type FieldParts = {
  label: string;
  /** One short sentence that helps before anything goes wrong. */
  hint?: ReactNode;
  /** What is wrong, in words; stands in red under the field. */
  error?: string | false | undefined;
  className?: string;
};

type FieldProps = FieldParts &
  Omit<ComponentProps<'input'>, 'type' | 'className'> & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'search';
  };

/** A labelled line of text. Other attributes go to the input. */
export function Field({ label, hint, error, className, type = 'text', ...rest }: FieldProps) {
  const parts = useFieldParts(rest.id, hint, error);
  return (
    <FieldFrame {...parts} label={label} hint={hint} error={error} className={className}>
      <input
        {...rest}
        {...parts.wiring}
        type={type}
        className={classNames(styles.control, error && styles.bad)}
      />
    </FieldFrame>
  );
}

/** A labelled text of several lines. Other attributes go to the textarea. */
export function TextAreaField({
  label,
  hint,
  error,
  className,
  ...rest
}: FieldParts & Omit<ComponentProps<'textarea'>, 'className'>) {
  const parts = useFieldParts(rest.id, hint, error);
  return (
    <FieldFrame {...parts} label={label} hint={hint} error={error} className={className}>
      <textarea
        rows={3}
        {...rest}
        {...parts.wiring}
        className={classNames(styles.control, styles.multiline, error && styles.bad)}
      />
    </FieldFrame>
  );
}

/** A labelled password that can be shown and hidden. Other attributes go to the input. */
export function PasswordField({ label, hint, error, className, ...rest }: Omit<FieldProps, 'type'>) {
  const parts = useFieldParts(rest.id, hint, error);
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame {...parts} label={label} hint={hint} error={error} className={className}>
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        {...parts.wiring}
        type={isShown ? 'text' : 'password'}
        className={classNames(styles.control, styles.withToggle, error && styles.bad)}
      />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        icon={isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        className={styles.toggle}
        onClick={() => setIsShown(!isShown)}
      />
    </FieldFrame>
  );
}

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
type Parts = { hintId: string; errorId: string; wiring: Wiring };

function useFieldParts(givenId: string | undefined, hint: ReactNode, error: FieldParts['error']): Parts {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return {
    hintId,
    errorId,
    wiring: { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined },
  };
}

function FieldFrame({
  label,
  hint,
  error,
  className,
  hintId,
  errorId,
  wiring,
  children,
}: FieldParts & Parts & { children: ReactNode }) {
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={wiring.id}>
        {label}
      </label>
      <div className={styles.box}>{children}</div>
      {error ? (
        <p className={styles.error} id={errorId}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
