import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { movedRow } from '../moved-row.ts';
import styles from './spec-editor.module.css';
import { classNames } from '#components/page/class-names.ts';
import { asKind, newSpecRow, type SpecKind, type SpecRow } from './spec-rows.ts';

const kindOptions: { value: SpecKind; label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number and unit' },
  { value: 'yes-no', label: 'Yes or no' },
];

type SpecEditorProps = {
  rows: readonly SpecRow[];
  onChange(rows: SpecRow[]): void;
  errorOf(path: string): string | undefined;
};

/** The data sheet: lines are added, removed, and moved with the arrow buttons or with Alt and an arrow key. */
export function SpecEditor({ rows, onChange, errorOf }: SpecEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ key: string; part: string } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const headingId = useId();
  useEffect(() => {
    if (!focus) return;
    list.current?.querySelector<HTMLElement>(`[data-row="${focus.key}"] ${focus.part}`)?.focus();
  }, [focus]);

  const change = (index: number, row: SpecRow) => onChange(rows.map((one, at) => (at === index ? row : one)));
  const move = (index: number, by: -1 | 1, part: string) => {
    const row = rows[index];
    const to = index + by;
    if (!row || to < 0 || to >= rows.length) return;
    onChange(movedRow(rows, index, by));
    setFocus({ key: row.key, part });
    setAnnouncement(`${row.label || 'The line'} is now line ${to + 1} of ${rows.length}`);
  };
  const remove = (index: number) => {
    const neighbour = rows[index + 1] ?? rows[index - 1];
    setAnnouncement(`${rows[index]?.label || 'The line'} was removed`);
    onChange(rows.filter((_, at) => at !== index));
    if (neighbour) setFocus({ key: neighbour.key, part: 'input' });
  };
  const add = () => {
    const row = newSpecRow();
    onChange([...rows, row]);
    setFocus({ key: row.key, part: 'input' });
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    const part = event.target instanceof HTMLElement ? `[data-part="${event.target.dataset.part}"]` : 'input';
    move(index, event.key === 'ArrowUp' ? -1 : 1, part);
  };

  return (
    <section className="stack gap-3" aria-labelledby={headingId}>
      <h3 id={headingId}>Data sheet</h3>
      <p className="muted">
        What buyers compare, in this order. Move a line with its arrows, or with Alt and an arrow key.
      </p>
      <ol ref={list} className="hide-empty">
        {rows.map((row, index) => (
          <li
            key={row.key}
            data-row={row.key}
            className={classNames('stack gap-3 gap-y-2 line-above pad-y-3', styles.row)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <Field
              {...cell('Label', index)}
              maxLength={120}
              value={row.label}
              error={errorOf(`specs[${index}].label`)}
              onChange={(event) => change(index, { ...row, label: event.target.value })}
            />
            <SelectField
              {...cell('Kind', index)}
              options={kindOptions}
              value={row.kind}
              onChange={(event) => change(index, asKind(row, event.target.value as SpecKind))}
            />
            <ValueOf row={row} index={index} errorOf={errorOf} onChange={(next) => change(index, next)} />
            <div className={classNames('flex at-end dims-disabled icons-18', styles.tools)}>
              <IconButton
                data-part="up"
                label={`Move line ${index + 1} up`}
                icon={<ArrowUp />}
                aria-disabled={index === 0 || undefined}
                onClick={() => move(index, -1, '[data-part="up"]')}
              />
              <IconButton
                data-part="down"
                label={`Move line ${index + 1} down`}
                icon={<ArrowDown />}
                aria-disabled={index === rows.length - 1 || undefined}
                onClick={() => move(index, 1, '[data-part="down"]')}
              />
              <IconButton
                label={`Remove line ${index + 1}`}
                icon={<Trash2 />}
                onClick={() => remove(index)}
              />
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button variant="secondary" icon={<Plus />} disabled={rows.length >= 60} onClick={add}>
          Add a line
        </Button>
      </div>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
    </section>
  );
}

type ValueProps = {
  row: SpecRow;
  index: number;
  errorOf: SpecEditorProps['errorOf'];
  onChange(row: SpecRow): void;
};

function ValueOf({ row, index, errorOf, onChange }: ValueProps) {
  const error = errorOf(`specs[${index}].value`);
  if (row.kind === 'yes-no') {
    return (
      <SelectField
        {...cell('Value', index)}
        options={['Yes', 'No'].map((value) => ({ value, label: value }))}
        value={row.isYes ? 'Yes' : 'No'}
        onChange={(event) => onChange({ ...row, isYes: event.target.value === 'Yes' })}
      />
    );
  }
  if (row.kind === 'text') {
    return (
      <Field
        {...cell('Value', index)}
        maxLength={500}
        value={row.text}
        error={error}
        onChange={(event) => onChange({ ...row, text: event.target.value })}
      />
    );
  }
  return (
    <div className={classNames('grid gap-2', styles.number)}>
      <Field
        {...cell('Number', index)}
        inputMode="decimal"
        maxLength={30}
        value={row.amount}
        error={error}
        onChange={(event) => onChange({ ...row, amount: event.target.value })}
      />
      <Field
        {...cell('Unit', index)}
        maxLength={20}
        autoCapitalize="none"
        spellCheck={false}
        value={row.unit}
        onChange={(event) => onChange({ ...row, unit: event.target.value })}
      />
    </div>
  );
}

/** The shared props of a line's inputs: label, accessible name, and the part to which the focus returns. */
const cell = (label: 'Label' | 'Kind' | 'Value' | 'Number' | 'Unit', index: number) => ({
  label,
  'aria-label': `${label} of line ${index + 1}`,
  'data-part': label.toLowerCase(),
  autoComplete: 'off',
});
