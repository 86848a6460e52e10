import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { RowTools, useMovableRows } from '../movable-rows.tsx';
import styles from './spec-editor.module.css';
import { copiedRows, maxSpecs, newSpecRow, type SpecRow, withCopied } from './spec-rows.ts';

type SpecEditorProps = {
  rows: readonly SpecRow[];
  onChange(rows: SpecRow[]): void;
  errorOf(path: string): string | undefined;
};

/** The data sheet as a table, into which a maker's can be pasted: lines are added, removed and moved by buttons. */
export function SpecEditor({ rows, onChange, errorOf }: SpecEditorProps) {
  const { list, announce, focusOn, move, status } = useMovableRows(rows, onChange);
  const headingId = useId();
  const remove = (index: number) => {
    const neighbour = rows[index + 1] ?? rows[index - 1];
    announce(`${rows[index]?.label || 'The line'} was removed`);
    onChange(rows.filter((_, at) => at !== index));
    if (neighbour) focusOn(neighbour, 'input');
  };
  const add = () => {
    const row = newSpecRow();
    onChange([...rows, row]);
    focusOn(row, 'input');
  };
  return (
    <section className="stack gap-2" aria-labelledby={headingId}>
      <h3 id={headingId}>Data sheet</h3>
      <p className="muted">
        What buyers compare, in this order. A maker’s table can be pasted into a line: label, value and unit.
      </p>
      <ol ref={list} className="hide-empty">
        {rows.map((row, index) => {
          const cell = (name: 'label' | 'value' | 'unit', label: string, maxLength: number) => (
            <Field
              label={label}
              aria-label={`${label} of line ${index + 1}`}
              placeholder={label}
              autoComplete="off"
              autoCapitalize={name === 'unit' ? 'none' : undefined}
              spellCheck={name !== 'unit'}
              maxLength={maxLength}
              value={row[name]}
              error={errorOf(`specs[${index}].${name}`)}
              onChange={({ target }) =>
                onChange(rows.map((one) => (one === row ? { ...row, [name]: target.value } : one)))
              }
            />
          );
          return (
            <li
              key={row.key}
              data-row={row.key}
              className={`grid gap-1 line-above pad-y-1 ${styles.row}`}
              onPaste={(event) => {
                const copied = copiedRows(event.clipboardData.getData('text/plain'));
                if (copied.length === 0) return;
                event.preventDefault();
                const { rows: next, leftOut } = withCopied(rows, index, copied);
                onChange(next);
                const pasted = copied.length - leftOut;
                announce(`${counted(pasted, 'line')} ${pasted === 1 ? 'was' : 'were'} pasted`);
                if (leftOut > 0)
                  showToast({
                    title: `${counted(leftOut, 'line')} left out`,
                    description: `A data sheet has ${maxSpecs} lines at most.`,
                    tone: 'info',
                  });
              }}
            >
              {cell('label', 'Label', 120)}
              {cell('value', 'Value', 500)}
              {cell('unit', 'Unit', 20)}
              <RowTools
                name={`line ${index + 1}`}
                index={index}
                count={rows.length}
                onMove={move}
                onRemove={() => remove(index)}
              />
            </li>
          );
        })}
      </ol>
      <div>
        <Button variant="secondary" icon={<Plus />} disabled={rows.length >= maxSpecs} onClick={add}>
          Add a line
        </Button>
      </div>
      {status}
    </section>
  );
}
