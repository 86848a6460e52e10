import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../page/class-names.ts';
import styles from './field.module.css';
import { IconButton } from './icon-button.tsx';
import { Input } from './input.tsx';
import { unbroken } from '#components/page/unbroken.tsx';

export type FieldParts = {
  label: string;
  /** One short sentence of help. */
  hint?: ReactNode;
  /** The error message; shown in red under the field. */
  error?: string | false | undefined;
  className?: string;
};

type InputProps = FieldParts &
  Omit<ComponentProps<'input'>, 'type' | 'className'> & {
    type?: 'text' | 'email' | 'tel' | 'url' | 'number' | 'search' | 'date' | 'time';
  };

/** A labelled line of text. Other attributes go to the input. */
export function Field({ label, hint, error, className, type = 'text', ...rest }: InputProps) {
  return (
    <FieldFrame id={rest.id} label={label} hint={hint} error={error} className={className}>
      {(control) => <Input {...rest} {...control} type={type} />}
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
  return (
    <FieldFrame id={rest.id} label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className={classNames(control.className, styles.multiline)}
        />
      )}
    </FieldFrame>
  );
}

/** A labelled password that can be shown and hidden. Other attributes go to the input. */
export function PasswordField({ label, hint, error, className, ...rest }: Omit<InputProps, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <FieldFrame id={rest.id} label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <>
          <input
            autoCapitalize="none"
            spellCheck={false}
            {...rest}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={classNames(control.className, styles.withToggle)}
          />
          <IconButton
            label={isShown ? 'Hide password' : 'Show password'}
            icon={isShown ? <EyeOff /> : <Eye />}
            className={styles.toggle}
            onClick={() => setIsShown(!isShown)}
          />
        </>
      )}
    </FieldFrame>
  );
}

/** The attributes that connect the control to its label, its hint and its error. */
type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  className: string;
};

type FieldFrameProps = FieldParts & {
  id: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

/** Label above, error and hint below, around any control. */
export function FieldFrame({ id: givenId, label, hint, error, className, children }: FieldFrameProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className={classNames('stack gap-1', className)}>
      <label className="strong" htmlFor={id}>
        {label}
      </label>
      <div className="anchor">
        {children({
          id,
          'aria-describedby': [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined,
          'aria-invalid': error ? true : undefined,
          className: classNames('input', styles.control, error && styles.bad),
        })}
      </div>
      {error ? (
        <p
          className={`flex gap-icon align-top small strong bad icons-16 ${styles.error}`}
          id={errorId}
          data-uncovered
        >
          <CircleAlert />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p className="muted" id={hintId}>
          {unbroken(hint)}
        </p>
      ) : null}
    </div>
  );
}
