import type { Specification } from '@contract/products.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';

/** The kinds of a data sheet line: text, a number with a unit, or yes or no. */
export const specKinds = ['text', 'number', 'yes-no'] as const;
export type SpecKind = (typeof specKinds)[number];

/** @property key identifies the row on the page; never sent */
export function newSpecRow() {
  return {
    key: randomUuid(),
    label: '',
    kind: 'text' as SpecKind,
    text: '',
    amount: '',
    unit: '',
    isYes: true,
  };
}

/**
 * A line in the editor. A label and a text are stored (`550 W`, `Yes`); the kind is read from the text, so the two
 * never disagree. Values typed for another kind are kept, in case the user switches back.
 */
export type SpecRow = ReturnType<typeof newSpecRow>;

/** The editor's row for a stored line. */
export function specRowOf({ label, value }: Specification): SpecRow {
  const row = { ...newSpecRow(), label, text: value };
  if (value === 'Yes' || value === 'No') return { ...row, kind: 'yes-no', isYes: value === 'Yes' };
  const [, amount, unit] = numberWithUnit.exec(value) ?? [];
  return amount === undefined ? row : { ...row, kind: 'number', amount, unit: unit ?? '' };
}

/** The line as it is stored. */
export function specOf({ label, kind, text, amount, unit, isYes }: SpecRow): Specification {
  if (kind === 'yes-no') return { label, value: isYes ? 'Yes' : 'No' };
  if (kind === 'text') return { label, value: text };
  return { label, value: [amount.trim(), unit.trim()].filter(Boolean).join(' ') };
}

/** What is wrong with a number, or null; the contract's schema checks everything else. */
export function numberProblem({ kind, amount, unit }: SpecRow): string | null {
  if (kind !== 'number') return null;
  if (amount.trim() === '') return unit.trim() === '' ? null : 'Type a number before the unit';
  return number.test(amount.trim()) ? null : 'Type a number such as 12.5';
}

/** Converts a line to another kind, keeping what fits. */
export function asKind(row: SpecRow, kind: SpecKind): SpecRow {
  if (row.kind === kind) return row;
  const { value } = specOf(row);
  if (kind === 'text')
    return { ...row, kind, text: row.kind === 'number' && value !== '' ? value : row.text };
  if (kind === 'number' && row.amount === '') {
    const [, amount = '', unit = ''] = numberWithUnit.exec(value) ?? [];
    return { ...row, kind, amount, unit };
  }
  return { ...row, kind };
}

const number = /^-?\d+(\.\d+)?$/;
/** A unit has no digits: `2 x 25 A` is text. */
const numberWithUnit = /^(-?\d+(?:\.\d+)?)(?: ([^\s\d,][^\d,]{0,18}[^\s\d,]|[^\s\d,]))?$/;
