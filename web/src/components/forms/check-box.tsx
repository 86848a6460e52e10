import { type ComponentProps, useEffect, useId, useRef } from 'react';
import styles from './check-box.module.css';
import { classNames } from '../page/class-names.ts';

type CheckBoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string;
  /** Shows the label to screen readers only: in tables, where the row shows it. */
  isLabelHidden?: boolean;
  /** Some, but not all, of what it stands for is selected. */
  isMixed?: boolean;
};

/** A small check box with a touch target of 44 px. */
export function CheckBox({
  label,
  isLabelHidden = false,
  isMixed = false,
  className,
  ...rest
}: CheckBoxProps) {
  const ownId = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for this state.
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  const id = rest.id ?? ownId;
  return (
    <span className={classNames('anchor inline-row gap-2 target', styles.frame, className)}>
      <input {...rest} ref={box} id={id} type="checkbox" className={styles.box} />
      <label
        htmlFor={id}
        className={isLabelHidden ? classNames('cover clip one-line', styles.hidden) : styles.label}
      >
        {label}
      </label>
    </span>
  );
}
