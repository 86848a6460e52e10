import type { Specification } from '@contract/products.ts';

/** What a spreadsheet takes for a formula, or would strip when the file is opened. */
const likeFormula = /^'*[=+\-@\t\r]/;

/**
 * A text as it stands in a cell: one that a spreadsheet would compute gets an apostrophe in front, as a person would
 * type it. `textOfCell` takes it away again, and nothing else.
 */
export function cellOfText(text: string): string {
  return likeFormula.test(text) ? `'${text}` : text;
}

export function textOfCell(cell: string): string {
  return /^'/.test(cell) && likeFormula.test(cell) ? cell.slice(1) : cell;
}

/** A data sheet in one cell: `Exploration depth = 300 m`, a line for each; as JSON when a label or value would break that. */
export function specsText(specs: readonly Specification[]): string {
  const lines = specs.map(({ label, value }) => `${label} = ${value}`).join('\n');
  try {
    if (JSON.stringify(specsOfText(lines)) === JSON.stringify(specs)) return lines;
  } catch {
    // Such a label needs the other way.
  }
  return JSON.stringify(specs);
}

/** @throws Error with a sentence for the person */
export function specsOfText(text: string): Specification[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) {
    try {
      return JSON.parse(trimmed) as Specification[];
    } catch {
      // A label may begin with a bracket as well.
    }
  }
  return trimmed.split(/\r?\n/).map((line) => {
    const at = line.indexOf('=');
    if (at < 1) throw new Error('Write each line as: label = value');
    return { label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}
