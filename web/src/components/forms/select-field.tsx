import type { ComponentProps } from 'react';
import { classNames } from '../page/class-names.ts';
import { FieldFrame, type FieldParts } from './field.tsx';

export type Option = { value: string; label: string };

/** An option for each of some values. */
export const optionsOf = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

type SelectFieldProps = FieldParts &
  Omit<ComponentProps<'select'>, 'className' | 'children'> & {
    options: readonly (Option | { label: string; options: readonly Option[] })[];
    /** The text of the first, empty option. */
    placeholder?: string;
  };

/** A labelled select, optionally with groups. Other attributes go to the select. */
export function SelectField({
  label,
  options,
  placeholder,
  hint,
  error,
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <FieldFrame id={rest.id} label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <select {...rest} {...control} className={classNames(control.className, 'arrow')}>
          {placeholder === undefined ? null : <option value="">{placeholder}</option>}
          {options.map((option) =>
            'options' in option ? (
              <optgroup key={option.label} label={option.label}>
                {option.options.map(optionOf)}
              </optgroup>
            ) : (
              optionOf(option)
            ),
          )}
        </select>
      )}
    </FieldFrame>
  );
}

function optionOf({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
