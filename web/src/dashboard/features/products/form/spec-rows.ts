import type { Specification } from '@contract/products.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';

/** @property key identifies the row on the page; never sent */
export const newSpecRow = () => ({ key: randomUuid(), label: '', value: '', unit: '' });

/** A line in the editor. A label and a text are stored: `550 W`, `Yes`. */
export type SpecRow = ReturnType<typeof newSpecRow>;

/** The lines that a data sheet has at most. */
export const maxSpecs = 60;

/** The editor's row for a stored line: the unit of a number stands by itself. */
export function specRowOf({ label, value }: Specification): SpecRow {
  const [, amount = value, unit = ''] = numberWithUnit.exec(value) ?? [];
  return { ...newSpecRow(), label, value: amount, unit };
}

/** The line as it is stored. */
export const specOf = ({ label, value, unit }: SpecRow): Specification => ({
  label,
  value: value.trim() && unit.trim() ? `${value.trim()} ${unit.trim()}` : value,
});

/**
 * The lines of a maker's data sheet that was copied: label, value and perhaps unit in a line each, with tabs or a colon
 * between them. What has no value, such as a heading, is left out; none for a text without tab and line break.
 */
export const copiedRows = (text: string): SpecRow[] =>
  (/[\n\t]/.test(text) ? text.split(/\r?\n/) : []).flatMap((line) => {
    const [label = '', ...values] = line.split(line.includes('\t') ? '\t' : /:(.*)/).map((one) => one.trim());
    const value = values.filter(Boolean).join(' ');
    return label && value ? [specRowOf({ label: label.replace(/^[•·*-]\s*|\s*:$/g, ''), value })] : [];
  });

/** The rows with copied ones after the row at `index`; those with a label that is there already replace its value. */
export function withCopied(rows: readonly SpecRow[], index: number, copied: readonly SpecRow[]): SpecRow[] {
  const like = (of: readonly SpecRow[], { label }: SpecRow) =>
    of.find((one) => one.label.trim().toLowerCase() === label.toLowerCase());
  const kept = rows.map((row) => {
    const { value, unit } = like(copied, row) ?? row;
    return { ...row, value, unit };
  });
  const added = copied.filter((row) => !like(rows, row));
  return [...kept.slice(0, index + 1), ...added, ...kept.slice(index + 1)]
    .filter(({ label, value }) => label || value)
    .slice(0, maxSpecs);
}

/** A unit has no digits: `2 x 25 A` is text. */
const numberWithUnit = /^(-?\d+(?:\.\d+)?)(?: ([^\s\d,][^\d,]{0,18}[^\s\d,]|[^\s\d,]))?$/;
