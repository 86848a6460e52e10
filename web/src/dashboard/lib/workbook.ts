import { strToU8, zipSync } from 'fflate';
import type { SheetCell } from './sheet.ts';

/**
 * Rows as an Excel workbook (ECMA-376) in which figures are numbers. Written here because the library for it packs large
 * files in workers made of text, which the site's security policy forbids.
 */
export function workbookOf(sheet: readonly (readonly SheetCell[])[]): Uint8Array<ArrayBuffer> {
  const cell = (value: SheetCell, column: number, row: number) => {
    const place = `r="${columnLetters(column)}${row + 1}"`;
    return typeof value === 'string'
      ? `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`
      : `<c ${place} s="${value.decimals === 2 ? 1 : 0}"><v>${value.amount}</v></c>`;
  };
  const rows = sheet
    .map(
      (cells, row) =>
        `<row r="${row + 1}">${cells.map((one, column) => cell(one, column, row)).join('')}</row>`,
    )
    .join('');
  const columns = `<cols><col min="1" max="${sheet[0]?.length ?? 1}" width="18" customWidth="1"/></cols>`;
  const part = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`);
  const types = [
    ['workbook', 'sheet.main'],
    ['worksheets/sheet1', 'worksheet'],
    ['styles', 'styles'],
  ].map(([name, type]) => `<Override PartName="/xl/${name}.xml" ContentType="${contentType}.${type}+xml"/>`);
  return zipSync({
    '[Content_Types].xml': part(
      `<Types xmlns="${packageSpace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${types.join('')}</Types>`,
    ),
    '_rels/.rels': part(relations({ officeDocument: 'xl/workbook.xml' })),
    'xl/_rels/workbook.xml.rels': part(
      relations({ worksheet: 'worksheets/sheet1.xml', styles: 'styles.xml' }),
    ),
    'xl/workbook.xml': part(
      `<workbook xmlns="${sheetSpace}" xmlns:r="${relationSpace}"><sheets><sheet name="Export" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    // The second style is a number with thousands and two decimals.
    'xl/styles.xml': part(
      `<styleSheet xmlns="${sheetSpace}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': part(
      `<worksheet xmlns="${sheetSpace}">${columns}<sheetData>${rows}</sheetData></worksheet>`,
    ),
  });
}

const sheetSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationSpace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageSpace = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const relations = (targets: Record<string, string>) =>
  `<Relationships xmlns="${packageSpace}/relationships">${Object.entries(targets)
    .map(
      ([kind, target], index) =>
        `<Relationship Id="r${index + 1}" Type="${relationSpace}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** `A` for the first column, `AA` for the twenty-seventh. */
const columnLetters = (column: number): string =>
  (column < 26 ? '' : columnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** A text within XML, without the signs that XML cannot have. */
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
