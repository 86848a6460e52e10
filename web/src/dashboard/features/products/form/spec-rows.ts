import type { Specification } from '@contract/products.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';

/** What a line of the data sheet says: words, a number with its unit, or yes or no. */
export const specKinds = ['text', 'number', 'yes-no'] as const;
export type SpecKind = (typeof specKinds)[number];

/**
 * A line while it is edited. The shop keeps a label and a text (`550 W`, `Yes`); its kind is read from the text, so the
 * two never disagree. What was typed under another kind stays, should the person change their mind.
 */
export type SpecRow = {
  /** Names the row on the page; never sent. */
  key: string;
  label: string;
  kind: SpecKind;
  text: string;
  amount: string;
  unit: string;
  isYes: boolean;
};

export function newSpecRow(): SpecRow {
  return { key: randomUuid(), label: '', kind: 'text', text: '', amount: '', unit: '', isYes: true };
}

/** A line of the shop, opened for editing. */
export function specRowOf({ label, value }: Specification): SpecRow {
  const row = { ...newSpecRow(), label, text: value };
  if (value === 'Yes' || value === 'No') return { ...row, kind: 'yes-no', isYes: value === 'Yes' };
  const [, amount, unit] = numberWithUnit.exec(value) ?? [];
  return amount === undefined ? row : { ...row, kind: 'number', amount, unit: unit ?? '' };
}

/** The line as the shop keeps it. */
export function specOf({ label, kind, text, amount, unit, isYes }: SpecRow): Specification {
  if (kind === 'yes-no') return { label, value: isYes ? 'Yes' : 'No' };
  if (kind === 'text') return { label, value: text };
  return { label, value: [amount.trim(), unit.trim()].filter(Boolean).join(' ') };
}

/** What is wrong with a number, or null; words and yes or no are for the contract's schema to judge. */
export function wrongNumber({ kind, amount, unit }: SpecRow): string | null {
  if (kind !== 'number') return null;
  if (amount.trim() === '') return unit.trim() === '' ? null : 'Type a number before the unit';
  return number.test(amount.trim()) ? null : 'Type a number such as 12.5';
}

/** The other kind of the same line, with what can be carried over. */
export function asKind(row: SpecRow, kind: SpecKind): SpecRow {
  if (row.kind === kind) return row;
  const said = specOf(row).value;
  if (kind === 'text') return { ...row, kind, text: row.kind === 'number' && said !== '' ? said : row.text };
  if (kind === 'number' && row.amount === '') {
    const [, amount = '', unit = ''] = numberWithUnit.exec(said) ?? [];
    return { ...row, kind, amount, unit };
  }
  return { ...row, kind };
}

/** The rows with one of them a place further up or down; the same rows when it stands at the end already. */
export function movedRow(rows: readonly SpecRow[], from: number, by: -1 | 1): SpecRow[] {
  const to = from + by;
  const moved = [...rows];
  const [row] = moved.splice(from, 1);
  if (!row || to < 0 || to >= rows.length) return [...rows];
  moved.splice(to, 0, row);
  return moved;
}

const number = /^-?\d+(\.\d+)?$/;
/** A unit has no digits of its own: `2 x 25 A` is text. */
const numberWithUnit = /^(-?\d+(?:\.\d+)?)(?: ([^\s\d,][^\d,]{0,18}[^\s\d,]|[^\s\d,]))?$/;
