import type { Specification } from '@contract/products.ts';

/**
 * A data sheet in one cell: a line `Exploration depth = 300 m` per entry, or JSON when a label or value could not be
 * read back.
 */
export function specsText(specs: readonly Specification[]): string {
  const lines = specs.map(({ label, value }) => `${label} = ${value}`).join('\n');
  try {
    if (JSON.stringify(specsOfText(lines)) === JSON.stringify(specs)) return lines;
  } catch {
    // Such a label needs JSON.
  }
  return JSON.stringify(specs);
}

/** @throws Error with a sentence for the user */
export function specsOfText(text: string): Specification[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) {
    try {
      return JSON.parse(trimmed) as Specification[];
    } catch {
      // A label may also start with a bracket.
    }
  }
  return trimmed.split(/\r?\n/).map((line) => {
    const at = line.indexOf('=');
    if (at < 1) throw new Error('Write each line as: label = value');
    return { label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}
