/** A table in Markdown, as docs/performance.md has it; the first column is text, the others are numbers or nothing. */
export function tableOf(titles: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) => `| ${cells.map((cell) => cell ?? '').join(' | ')} |`;
  return [titles, titles.map((_, column) => (column === 0 ? '---' : '--:')), ...rows].map(line).join('\n');
}

/** The one in the middle, in the order of their size; null when one was not measured. */
export function medianOf(numbers: readonly (number | null)[]): number | null {
  if (numbers.some((number) => number === null)) return null;
  return numbers.toSorted((a, b) => Number(a) - Number(b))[Math.floor(numbers.length / 2)] ?? null;
}
