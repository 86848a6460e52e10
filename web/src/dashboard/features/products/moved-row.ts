/** The rows with one of them moved up or down by one position; unchanged when it is at the end already. */
export function movedRow<Row>(rows: readonly Row[], from: number, by: -1 | 1): Row[] {
  const to = from + by;
  const moved = [...rows];
  const [row] = moved.splice(from, 1);
  if (row === undefined || to < 0 || to >= rows.length) return [...rows];
  moved.splice(to, 0, row);
  return moved;
}
