import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOfText, csvOf, readCsv, readCsvFile, SpreadsheetRefused, textOfCell } from './csv.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test.each(['=cmd', ' =cmd', '\u00a0=cmd', '\t1', '\n=cmd', '+254712345678', '-1+2', '@SUM(A1)', "'=cmd"])(
  'the cell %j is text, not a formula',
  (text) => {
    const [[cell] = []] = parse(csvOf([[text]]), { bom: true }) as string[][];
    expect(cell).toBe(`'${text}`);
    expect(textOfCell(cell ?? '')).toBe(text);
  },
);

test.each([
  ['x;=cmd', "x;'=cmd"],
  ['x; @SUM(A1);+1', "x;' @SUM(A1);'+1"],
  ["x;'-1", "x;''-1"],
  ['=1;=2', "'=1;'=2"],
])('%j is no formula where semicolons separate cells', (text, guarded) => {
  const [[, cell] = []] = parse(csvOf([['name', text]]), { bom: true }) as string[][];
  expect(cell).toBe(guarded);
  expect(textOfCell(guarded)).toBe(text);
});

test.each(['a; b', 'a = b', '3 - 1', "'tis", '#IC-1A2B3C4D', '', '2026-11-21 09:30'])(
  '%j is not changed',
  (text) => {
    expect(cellOfText(text)).toBe(text);
    expect(textOfCell(text)).toBe(text);
  },
);

test('a guarded text is read back unchanged, and never starts like a formula', () => {
  const begins = fc.constantFrom(
    '',
    "'",
    "''",
    ' ',
    '\t',
    '\n',
    '=',
    '+',
    '-',
    '@',
    '\r',
    ' =',
    "'=",
    "' =",
    'a;=',
    ";'=",
    '; -',
    ';;@',
  );
  fc.assert(
    fc.property(begins, fc.string({ unit: 'grapheme' }), (begin, rest) => {
      const cell = cellOfText(begin + rest);
      expect(textOfCell(cell)).toBe(begin + rest);
      expect(cell).not.toMatch(/(^|;)\s*[=+\-@]|^[\t\r\n]/);
    }),
    { numRuns: 1000 },
  );
});

test('commas, quotes and line breaks stay inside their cell, and the file starts with a byte order mark', () => {
  const rows = [
    ['a,b', 'say "yes"'],
    ['two\nlines', 'two\r\nlines'],
  ];
  const csv = csvOf(rows);
  expect(csv.charCodeAt(0)).toBe(0xfeff);
  expect(csv.endsWith('\r\n')).toBe(true);
  expect(parse(csv, { bom: true })).toEqual(rows);
});

test('a file is read with its encoding and delimiter; empty rows keep their numbers', async () => {
  expect(await readCsv(bytesOf('sep=;\r\na;b\r\n;\r\n1;2\r\n'))).toEqual({
    heads: ['a', 'b'],
    rows: [{ line: 4, cells: ['1', '2'] }],
    encoding: 'UTF-8',
    delimiter: ';',
  });
  expect(await readCsv(bytesOf('a\n1\n'))).toMatchObject({ delimiter: ',' });
  expect(await readCsv(bytesOf('a\tb,c\td\n'))).toMatchObject({ heads: ['a', 'b,c', 'd'], delimiter: '\t' });
});

test('20,000 rows are read, one more is refused', async () => {
  const rows = 'x\n'.repeat(20_000);
  expect((await readCsv(bytesOf(`a\n${rows}`))).rows).toHaveLength(20_000);
  const tooMany = readCsv(bytesOf(`a\n${rows}x\n`));
  await expect(tooMany).rejects.toThrow('This file has 20001 rows. At most 20000 can be read at once');
  await expect(tooMany).rejects.toBeInstanceOf(SpreadsheetRefused);
});

test('a file that is not text is refused', async () => {
  await expect(readCsv(bytesOf('a,b\n\0'))).rejects.toThrow('This file is not text.');
});

test('spaces around a column’s name do not count, nor do rows of spaces', async () => {
  const { heads, rows } = await readCsv(bytesOf(' name , price\n \t, \na,1\n'));
  expect(heads).toEqual(['name', 'price']);
  expect(rows).toEqual([{ line: 3, cells: ['a', '1'] }]);
});

test('a file whose first row names no column is refused as empty; one column without a name is not', async () => {
  for (const empty of ['', ' , \na,1\n']) await expect(readCsv(bytesOf(empty))).rejects.toThrow('is empty');
  expect((await readCsv(bytesOf('name,\na,1\n'))).heads).toEqual(['name', '']);
});

test('Excel’s first line names the delimiter, however it ends; elsewhere it is a cell', async () => {
  for (const end of ['\n', '\r\n']) {
    const { heads, rows } = await readCsv(bytesOf(`sep=;${end}a,b;c${end}1;2${end}`));
    expect([heads, rows]).toEqual([['a,b', 'c'], [{ line: 3, cells: ['1', '2'] }]]);
  }
  expect((await readCsv(bytesOf('a,b\nsep=;\n'))).rows).toEqual([{ line: 2, cells: ['sep=;'] }]);
});

test('lines may end as on an old Mac, and text may be UTF-16 in either byte order', async () => {
  expect((await readCsv(bytesOf('a,b\r1,2\r'))).rows).toEqual([{ line: 2, cells: ['1', '2'] }]);
  const bigEndian = [...'\ufeffa,b\n1,2'].flatMap((sign) => [
    sign.charCodeAt(0) >> 8,
    sign.charCodeAt(0) & 255,
  ]);
  expect(await readCsv(Uint8Array.from(bigEndian))).toMatchObject({
    heads: ['a', 'b'],
    rows: [{ line: 2, cells: ['1', '2'] }],
    encoding: 'UTF-16',
  });
});

test('a missing quotation mark is refused with its line', async () => {
  await expect(readCsv(bytesOf('a,b\n1,2\n"3,4\n'))).rejects.toThrow(
    /from line \d+ on: a quotation mark is missing/,
  );
});

test('a file of 40 MB is read, a larger one is refused before it is read', async () => {
  const fileOf = (size: number) =>
    ({ size, arrayBuffer: () => Promise.resolve(bytesOf('a\n1\n').buffer) }) as unknown as File;
  expect((await readCsvFile(fileOf(40_000_000))).heads).toEqual(['a']);
  await expect(readCsvFile(fileOf(40_000_001))).rejects.toThrow('larger than 40 MB');
});
