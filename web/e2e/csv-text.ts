/** Rows as a spreadsheet program saves them: every cell in quotes, CRLF at the ends. */
export function stringify(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('');
}
