const figures = new Intl.NumberFormat('en-KE');

/** A whole number with thousands separators: `100,000`. */
export function formatCount(count: number): string {
  return figures.format(count);
}

/** `1 order`, `100,000 orders`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
