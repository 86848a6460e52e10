import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOfText, csvOf, readCsvRows, SpreadsheetRefused, textOfCell } from './csv.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const cellsOf = async (text: string | Uint8Array) =>
  (await readCsvRows(typeof text === 'string' ? bytesOf(text) : text)).map(({ cells }) => cells);

test.each([
  '=cmd',
  ' =cmd',
  '\u00a0=cmd',
  '\t1',
  '\ncmd',
  '+254712345678',
  '-1+2',
  '@SUM(A1)',
  "'=cmd",
  '＝cmd',
  ' ＋1',
  '－1',
  '＠SUM(A1)',
])('the cell %j is text, not a formula', (text) => {
  const [[cell] = []] = parse(csvOf([[text]]), { bom: true }) as string[][];
  expect(cell).toBe(`'${text}`);
  expect(textOfCell(cell ?? '')).toBe(text);
});

test.each([
  ['x;=cmd', "x;'=cmd"],
  ['x; @SUM(A1);+1', "x;' @SUM(A1);'+1"],
  ["x;'-1", "x;''-1"],
  ['=1;=2', "'=1;'=2"],
  ['a\n=cmd', "a\n'=cmd"],
  ['a\r\n\n +1', "a\r\n\n' +1"],
  ["a\r'@SUM(A1)", "a\r''@SUM(A1)"],
  ['\n-1', "'\n'-1"],
  ['a\t=cmd\t\t＋1', "a\t'=cmd\t\t'＋1"],
  ['\t@SUM(A1)', "'\t'@SUM(A1)"],
])('%j is no formula where semicolons separate cells, or line breaks end rows', (text, guarded) => {
  const [[, cell] = []] = parse(csvOf([['name', text]]), { bom: true }) as string[][];
  expect(cell).toBe(guarded);
  expect(textOfCell(guarded)).toBe(text);
});

test.each(['a; b', 'a = b', '3 - 1', '-3', '-500.50', "'tis", '#1A2B3C4D', '', '2026-11-21 09:30'])(
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
    'a\n=',
    "\n'=",
    'a\r\n -',
    'a\t＝',
    ";\t'\t ＠",
    ';\n\n@',
  );
  fc.assert(
    fc.property(begins, fc.string({ unit: 'grapheme' }), (begin, rest) => {
      const cell = cellOfText(begin + rest);
      expect(textOfCell(cell)).toBe(begin + rest);
      if (!/^-\d+(\.\d+)?$/.test(cell))
        expect(cell).not.toMatch(/(^|[;\t\r\n])[^\S\t\r\n]*[=+\-@＝＋－＠]|^[\t\r\n]/);
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

test('a file is read with its delimiter; empty rows keep their numbers', async () => {
  expect(await readCsvRows(bytesOf('sep=;\r\na;b\r\n;\r\n1;2\r\n'))).toEqual([
    { line: 2, cells: ['a', 'b'] },
    { line: 3, cells: ['', ''] },
    { line: 4, cells: ['1', '2'] },
  ]);
  expect(await cellsOf('a\n1\n')).toEqual([['a'], ['1']]);
  expect(await cellsOf('a\tb,c\td\n')).toEqual([['a', 'b,c', 'd']]);
});

test.each([
  [
    'Screen 7";12,500\nCable;9\n',
    [
      ['Screen 7"', '12,500'],
      ['Cable', '9'],
    ],
  ],
  [
    'name;price\n7";1\nRod 3" long;2\n',
    [
      ['name', 'price'],
      ['7"', '1'],
      ['Rod 3" long', '2'],
    ],
  ],
  [
    '"7" screen";"1"\n"Cable";"2"\n',
    [
      ['7" screen', '1'],
      ['Cable', '2'],
    ],
  ],
  [
    '"7"" screen";1\nCable;2\n',
    [
      ['7" screen', '1'],
      ['Cable', '2'],
    ],
  ],
])('an inch mark is a letter of its cell: %j', async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
});

test('an inch mark that would swallow other rows is refused', async () => {
  await expect(readCsvRows(bytesOf('a;"7 screen;1\nb;"y";2\n'))).rejects.toThrow(/in the wrong place/);
});

test.each([
  ['amounts with commas between semicolons', 'Day;Amount\n1/11;1,850,000.00\n2/11;85,000.00\n'],
  ['a title above the table', 'Statement, 1 to 30 November, KES\nDay;Amount\n1/11;95,000.00\n2/11;15,000.00'],
  ['commas inside quotes', 'a;b\n"x, y, z";1\n"p, q, r";2\n'],
  ['lists of semicolons between commas', 'name,keywords\nPanel,a;b;c\nCable,d\n'],
])('the delimiter gives most rows the same number of cells: %s', async (_, text) => {
  expect((await readCsvRows(bytesOf(text))).find(({ line }) => line === 2)?.cells).toHaveLength(2);
});

test('a file that is not text is refused', async () => {
  await expect(cellsOf('a,b\n\0')).rejects.toThrow('This file is not text.');
});

test('Excel’s first line names the delimiter, however it ends; elsewhere it is a cell', async () => {
  for (const end of ['\n', '\r\n'])
    expect(await cellsOf(`sep=;${end}a,b;c${end}1;2${end}`)).toEqual([
      ['a,b', 'c'],
      ['1', '2'],
    ]);
  expect(await cellsOf('a,b\nsep=;\n')).toEqual([['a', 'b'], ['sep=;']]);
});

test('lines may end as on an old Mac, and text may be UTF-16 in either byte order', async () => {
  const cells = [
    ['a', 'b'],
    ['1', '2'],
  ];
  expect(await cellsOf('a,b\r1,2\r')).toEqual(cells);
  const bigEndian = [...'\ufeffa,b\n1,2'].flatMap((sign) => [
    sign.charCodeAt(0) >> 8,
    sign.charCodeAt(0) & 255,
  ]);
  expect(await cellsOf(Uint8Array.from(bigEndian))).toEqual(cells);
});

test('a missing quotation mark is refused with its line', async () => {
  await expect(cellsOf('a,b\n1,2\n"3,4\n')).rejects.toThrow(/from line \d+ on: a quotation mark is missing/);
});

test('more lines or longer rows than any table has are refused before they become cells', async () => {
  await expect(cellsOf(`a${'\n'.repeat(3_000_001)}`)).rejects.toThrow('more lines or longer');
  await expect(cellsOf(`a\n${','.repeat(1_000_001)}`)).rejects.toBeInstanceOf(SpreadsheetRefused);
  expect(await cellsOf(`a\n${'x'.repeat(900_000)}`)).toHaveLength(2);
});
