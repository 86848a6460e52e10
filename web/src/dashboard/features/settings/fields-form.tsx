import type { FieldText } from '@contract/field-rules.ts';
import { type ComponentProps, Fragment, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { type FieldOf, useForm } from '#dashboard/lib/use-form.ts';
import styles from './settings.module.css';

type Typed<Value> = Record<keyof Value & string, string>;

type FieldsFormProps<Value extends object> = {
  /** `Shop Details`, and what they are called in a sentence. */
  title: string;
  what: string;
  fields: Record<keyof Value & string, FieldText>;
  stored: Value;
  typedOf(value: Value): Typed<Value>;
  checked(typed: Typed<Value>): { value?: Value; problems: Partial<Typed<Value>> };
  /** Saves the changed ones, unless somebody else has changed them since they were seen. */
  save(changes: Partial<Value>, seen: Partial<Value>): Promise<unknown>;
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
  save,
  note,
}: FieldsFormProps<Value>) {
  // As they were shown: what somebody else has changed since is not overwritten.
  const [seen, setSeen] = useState(stored);
  const form = useForm({
    initial: typedOf(stored),
    read: checked,
    send: async (value) => {
      const difference = changedFields(value, seen);
      if (difference) await save(difference.changes, difference.seen);
      return difference;
    },
    onSent: (difference) => {
      if (!difference) {
        showToast({ title: 'Nothing to Save', description: `The ${what} are as they were.`, tone: 'info' });
        return;
      }
      const saved = { ...seen, ...difference.changes };
      setSeen(saved);
      form.startAgain(typedOf(saved));
      showToast({ title: `${title} Saved`, description: note });
    },
  });
  const { hash } = useLocation();
  useEffect(() => document.getElementById(hash.slice(1))?.focus(), [hash]);
  return (
    <form {...form.props} aria-label={title}>
      <div className={`stack gap-4 ${styles.fields}`}>
        {(Object.keys(fields) as (keyof Value & string)[]).map((name) => (
          <Fragment key={name}>
            {fields[name].heading ? <h3 className="push-2">{fields[name].heading}</h3> : null}
            <div
              className={classNames(
                fields[name].isHalf && styles.half,
                fields[name].isFigure && styles.number,
              )}
            >
              <TextedField id={name} text={fields[name]} {...form.field(name)} />
            </div>
          </Fragment>
        ))}
        <NotSaved title={`The ${what} are not saved`} error={form.failure} />
        <Button type="submit" busy={form.isBusy} className="self-start">
          {`Save ${title}`}
        </Button>
      </div>
    </form>
  );
}

type TextedFieldProps = { text: FieldText } & ReturnType<FieldOf<object>> &
  Pick<ComponentProps<typeof Field>, 'id' | 'type' | 'min' | 'max' | 'placeholder'>;

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

/** What differs from what was seen, with the values seen; null when nothing does. */
export function changedFields<Fields extends object>(wanted: Fields, seen: Fields) {
  const names = (Object.keys(wanted) as (keyof Fields)[]).filter(
    (name) => JSON.stringify(wanted[name]) !== JSON.stringify(seen[name]),
  );
  const of = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>;
  return names.length === 0 ? null : { changes: of(wanted), seen: of(seen) };
}
