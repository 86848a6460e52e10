/**
 * Rows as CSV (RFC 4180): cells with commas, quotes or line breaks in quotes, lines ended by CRLF. What a spreadsheet
 * would take for a formula is the caller's to guard.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Hands a text to the person as a file. */
export function downloadText(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

const csvCell = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
