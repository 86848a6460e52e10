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

/**
 * The rows with copied ones after the row at `index`; those with a label that is there already replace its value.
 * `leftOut`: how many lines there was no room for.
 */
export function withCopied(rows: readonly SpecRow[], index: number, copied: readonly SpecRow[]) {
  const like = (of: readonly SpecRow[], { label }: SpecRow) =>
    of.find((one) => one.label.trim().toLowerCase() === label.toLowerCase());
  const kept = (from: number, to?: number) =>
    rows
      .slice(from, to)
      .map((row) => {
        const { value, unit } = like(copied, row) ?? row;
        return { ...row, value, unit };
      })
      .filter(({ label, value }) => label || value);
  const [above, below] = [kept(0, index + 1), kept(index + 1)];
  const added = copied.filter((row) => !like(rows, row));
  const room = Math.max(0, maxSpecs - above.length - below.length);
  return {
    rows: [...above, ...added.slice(0, room), ...below],
    leftOut: Math.max(0, added.length - room),
  };
}

/** A unit has no digits: `2 x 25 A` is text. */
const numberWithUnit = /^(-?\d+(?:\.\d+)?)(?: ([^\s\d,][^\d,]{0,18}[^\s\d,]|[^\s\d,]))?$/;
