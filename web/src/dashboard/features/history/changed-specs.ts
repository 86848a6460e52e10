type Line = { label: string; value: string };

/** The lines of a data sheet that were added, removed or changed; if none, how their order changed. */
export function changedSpecs(
  before: unknown,
  after: unknown,
): { label: string; before: string; after: string }[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = [...new Set([...old, ...now].map(({ label }) => label))].flatMap((label) => {
    const was = valuesOf(old, label);
    const is = valuesOf(now, label);
    return was === is ? [] : [{ label, before: was || 'nothing', after: is || 'nothing' }];
  });
  if (changes.length > 0) return changes;
  const order = (lines: Line[]) => lines.map(({ label }) => label).join(', ');
  return [{ label: 'Order of the data sheet', before: order(old), after: order(now) }];
}

/** A label may occur twice. */
function valuesOf(lines: readonly Line[], label: string): string {
  return lines
    .filter((line) => line.label === label)
    .map(({ value }) => value)
    .join('; ');
}

function linesOf(specs: unknown): Line[] {
  if (!Array.isArray(specs)) return [];
  return specs.map((one: Partial<Line> | null) => ({
    label: String(one?.label ?? ''),
    value: String(one?.value ?? ''),
  }));
}
