import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** An Excel workbook with these rows; whole figures are figures, all else is text. */
export function workbookOf(rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const parts = unzipSync(new Uint8Array(readFileSync('web/src/dashboard/lib/table-file/statement.xlsx')));
  const cell = (value: string) =>
    /^\d+$/.test(value)
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value.replaceAll('"', '&quot;')}</t></is></c>`;
  const xml = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  for (const [name, part] of Object.entries(parts))
    if (name.includes('worksheets/'))
      parts[name] = strToU8(
        strFromU8(part).replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${xml}</sheetData>`),
      );
  return zipSync(parts);
}
