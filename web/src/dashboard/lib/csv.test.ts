import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOfText, csvOf, readCsv, SpreadsheetRefused, textOfCell } from './csv.ts';

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
