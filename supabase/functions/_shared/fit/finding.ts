import type { Line } from './part.ts';

/** How sure the word is: it does not fit; it fits if something is done; it fits and some of it is never used; a value is not known. */
export type Strength = 'misfit' | 'if' | 'unused' | 'unknown';

export type Rule =
  | 'bank voltage'
  | 'mixed batteries'
  | 'battery type'
  | 'wiring'
  | 'discharge'
  | 'charge'
  | 'no solar input'
  | 'strings'
  | 'unused power'
  | 'needs'
  | 'made for';

/** What a rule says of some lines of a cart: `lines` begins with what is to be changed first, where something is. */
export type Finding = {
  strength: Strength;
  rule: Rule;
  lines: Line[];
  /** In V, A, W and pieces, by names that `words.ts` knows. */
  figures: Record<string, number>;
  /** The attributes that are not known. */
  missing?: string[];
};

export function finding(
  strength: Strength,
  rule: Rule,
  lines: Line[],
  figures: Record<string, number> = {},
  missing?: string[],
): Finding {
  return { strength, rule, lines, figures, missing };
}

/** How much each counts where ways of connecting, or replacements, are compared: a misfit is worse than all that is not known. */
export const weight: Record<Strength, number> = { misfit: 100, unknown: 10, if: 3, unused: 1 };

export const costOf = (findings: Finding[]) =>
  findings.reduce((total, { strength }) => total + weight[strength], 0);
