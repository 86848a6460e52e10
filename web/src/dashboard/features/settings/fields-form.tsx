import type { FieldText } from '@contract/field-rules.ts';
import { type ComponentProps, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import type { fieldsOf } from '#lib/forms/fields-of.ts';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import styles from './settings.module.css';
import { changedFields } from './changed-fields.ts';

type Typed<Value> = Record<keyof Value & string, string>;

type FieldsFormProps<Value extends object> = {
  /** `Shop Details`, and what they are called in a sentence. */
  title: string;
  what: string;
  fields: Record<keyof Value & string, FieldText>;
  stored: Value;
  typedOf(value: Value): Typed<Value>;
  checked(typed: Typed<Value>): { value?: Value; problems: Partial<Typed<Value>> };
  change: {
    mutateAsync(difference: { changes: Partial<Value>; seen: Partial<Value> }): Promise<unknown>;
    isPending: boolean;
    error: unknown;
  };
  /** What is said once they are saved. */
  note?: string;
};

/** A form of a row of settings. Only changed ones are sent, so two people can change different ones at once. */
export function FieldsForm<Value extends object>({
  title,
  what,
  fields,
  stored,
  typedOf,
  checked,
  change,
  note,
}: FieldsFormProps<Value>) {
  // As they were shown: what somebody else has changed since is not overwritten.
  const [seen, setSeen] = useState(stored);
  const { field, ...form } = useTypedFields(
    typedOf(stored),
    (typed) => checked(typed).problems,
    change.isPending,
  );

  const save = async () => {
    const { value } = checked(form.typed);
    if (!value) return;
    const difference = changedFields(value, seen);
    if (!difference) {
      showToast({ title: 'Nothing to Save', description: `The ${what} are as they were.`, tone: 'info' });
      return;
    }
    await change.mutateAsync(difference);
    const saved = { ...seen, ...difference.changes };
    setSeen(saved);
    form.begin(typedOf(saved));
    showToast({ title: `${title} Saved`, description: note });
  };

  return (
    <form {...form.props} onSubmit={(event) => form.submit(save, event)} aria-label={title}>
      <div className={classNames('stack gap-5', styles.columns)}>
        {(Object.keys(fields) as (keyof Value & string)[]).map((name) => (
          <TextedField key={name} text={fields[name]} {...field(name)} />
        ))}
        <NotSaved title={`The ${what} are not saved`} error={change.error} />
        <Button type="submit" busy={change.isPending} className={classNames('self-start', styles.save)}>
          {`Save ${title}`}
        </Button>
      </div>
    </form>
  );
}

type TextedFieldProps = { text: FieldText } & ReturnType<ReturnType<typeof fieldsOf>> &
  Pick<ComponentProps<typeof Field>, 'type' | 'min' | 'max'>;

/** A field of the table. Other attributes go to an input of one line. */
export function TextedField({ text, type, min, max, ...state }: TextedFieldProps) {
  const { label, hint, rows, options, isFigure, isDay } = text;
  const props = { label, hint, ...state };
  if (options) return <SelectField options={options} {...props} />;
  if (rows) return <TextAreaField rows={rows} {...props} />;
  return (
    <Field
      inputMode={isFigure ? 'numeric' : undefined}
      type={isDay ? 'date' : type}
      min={min}
      max={max}
      {...props}
    />
  );
}
