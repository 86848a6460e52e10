/** Rows as saved by a spreadsheet program: every cell quoted, lines ended by CRLF. */
export function stringify(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');
}
