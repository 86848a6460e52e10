import { readFileSync } from 'node:fs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { headingOf, namesOf } from '#dashboard/lib/table-file/file-heads.ts';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { mpesaColumns, hasColumns, proposedColumns, statementLimits } from './statement-columns.ts';
import { linesOf } from './statement-lines.ts';

const workbook = new Uint8Array(readFileSync('web/src/dashboard/lib/table-file/statement.xlsx'));
const today = '2026-11-22';
const readStatementFile = (file: File) => readTableFile(file, statementLimits);

/** Reads a file as the dashboard does with the proposed columns. */
async function read(content: BlobPart, name = 'statement.csv') {
  const rows = await readStatementFile(new File([content], name));
  const at = headingOf(rows);
  const heads = namesOf(rows[at]?.cells ?? []);
  const below = rows.slice(at + 1);
  const columns = proposedColumns(heads, below);
  const found = linesOf(heads, below, columns as Parameters<typeof linesOf>[2], today);
  const lines = found.lines.map(({ row: _, ...line }) => line);
  return { heads, columns, ...found, lines, rowsRead: found.lines.map(({ row }) => row) };
}
const refusalOf = (content: BlobPart) =>
  readStatementFile(new File([content], 'x')).then(
    () => 'read',
    (error: Error) => error.message,
  );

/** The workbook, with this unpacked size in its first entry. */
function workbookOfSize(size: number): Uint8Array<ArrayBuffer> {
  const bytes = workbook.slice();
  const at = bytes.findIndex((_, i) => [0x50, 0x4b, 1, 2].every((byte, place) => bytes[i + place] === byte));
  new DataView(bytes.buffer).setUint32(at + 24, size, true);
  return bytes;
}

const workbookOfParts = (count: number) =>
  zipSync(Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}.xml`, new Uint8Array(0)])));

/** The workbook with other rows. */
const withRows = (rows: string) => {
  const parts = unzipSync(workbook);
  for (const [name, part] of Object.entries(parts))
    if (name.includes('worksheets/'))
      parts[name] = strToU8(
        strFromU8(part).replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${rows}</sheetData>`),
      );
  return zipSync(parts);
};

const csv = [
  'I&M Bank Limited (demo);;;;',
  'Account 0123;;;;',
  '',
  'Date;Transaction Index;Reference;Gross;Commission',
  '19/11/2026;TX-1;DON-123456;"1,850,000.00";-46.25',
  '20/11/2026;TX-2;DON-7;2.000,50;',
  'Total;;;1852000.50;46.25',
].join('\r\n');
const lines = [
  {
    line: 5,
    day: '2026-11-19',
    bankIndex: 'TX-1',
    reference: 'DON-123456',
    amountCents: 185_000_000,
    feeCents: 4625,
  },
  { line: 6, day: '2026-11-20', bankIndex: 'TX-2', reference: 'DON-7', amountCents: 200_050, feeCents: 0 },
];

test('the day on which the bank posted a line is its day', async () => {
  const { lines: read1 } = await read('Posted On,Details,Amount\n19/11/2026,DON-1,85000\n');
  expect(read1).toMatchObject([{ day: '2026-11-19', amountCents: 8_500_000 }]);
});

test('a day is not proposed as the amount', async () => {
  const { columns } = await read('Date;Value Date;Reference;Amount\n19/11/2026;20/11/2026;DON-1;85,000.00\n');
  expect(columns).toMatchObject({ day: 'Date', amount: 'Amount' });
});

test.each([
  // Equity, KCB, Co-op, ABSA, and a statement with the bank's numbers in a column called Reference.
  'Transaction Date,Value Date,Narrative,Cheque Number,Transaction Reference,Debit,Credit,Balance',
  'Txn Date,Description,Value Date,Bank Ref,Money Out,Money In,Ledger Balance',
  'Transaction Date,Value Date,Transaction Ref,Particulars,Debit,Credit,Balance',
  'Date,Value Date,Description,Cheque No,Debits,Credits,Balance',
  'Date,Reference,Details,Withdrawals,Deposits,Balance',
])('the text of the bank is read beside its numbers: %s', async (heads) => {
  const row = (of: Record<string, string>) =>
    heads
      .split(',')
      .map((head) => Object.entries(of).find(([name]) => new RegExp(name, 'i').test(head))?.[1] ?? '')
      .join(',');
  const values = { 'date|posted': '20/11/2026', 'ref|cheque no': 'FT26324QWERT' };
  const text = (said: string) => ({ ...values, 'narrat|descri|partic|details': said });
  const { lines: found, problems } = await read(
    [
      heads,
      row({ ...text('KISUMU WATER IC A04D4A1D'), 'credit|money in|deposit': '"90,000.00"' }),
      row({ ...text('LEDGER FEE'), 'debit|money out|withdraw': '250.00' }),
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(
    found.map(({ day, amountCents, reference, bankIndex }) => [
      day,
      amountCents,
      [bankIndex, reference].filter(Boolean).join(' '),
    ]),
  ).toEqual([
    ['2026-11-20', 9_000_000, 'FT26324QWERT KISUMU WATER IC A04D4A1D'],
    ['2026-11-20', -25_000, 'FT26324QWERT LEDGER FEE'],
  ]);
});

describe('a statement as CSV', () => {
  test('whose only text is its details has them as details, and no reference', async () => {
    const { columns, lines: found } = await read('Date,Details,In,Out\n20/11/2026,CHQ 000871 UNPAID,,15000');
    expect(columns).toMatchObject({ reference: null, details: 'Details', amount: 'In', out: 'Out' });
    expect(found).toMatchObject([{ reference: 'CHQ 000871 UNPAID', amountCents: -1_500_000 }]);
  });

  test('is read below the bank’s own heading, with columns found by their names', async () => {
    const statement = await read(csv);
    expect(statement.columns).toEqual({
      day: 'Date',
      amount: 'Gross',
      out: null,
      bankIndex: 'Transaction Index',
      reference: 'Reference',
      details: null,
      fee: 'Commission',
      dayOrder: 'day first',
    });
    expect(statement.lines).toEqual(lines);
    // Whatever the columns are, the row is found.
    expect(statement.rowsRead[1]).toBe('20/11/2026\tTX-2\tDON-7\t2.000,50\t');
    // A row with text in its day column is never silently skipped.
    expect(statement.problems).toEqual([{ line: 7, sentence: '“Total” is not a day that we can read.' }]);
  });

  const utf16 = () =>
    Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Uint16Array.from(csv, (c) => c.charCodeAt(0)).buffer)]);
  test.each([
    ['UTF-8 with its mark', () => `\uFEFF${csv}`],
    ['UTF-16', utf16],
    ['Windows-1252', () => Uint8Array.from(csv.replace('demo', 'd\u00e9mo'), (c) => c.charCodeAt(0))],
    ['tabs', () => csv.replaceAll(';', '\t')],
    ['old line ends', () => csv.replaceAll('\r\n', '\r')],
    ['Excel’s first line', () => `sep=;\r\n${csv}`],
  ])('may be in %s', async (name, content) => {
    const shift = name.startsWith('Excel') ? 1 : 0;
    expect((await read(content())).lines).toEqual(
      lines.map((line) => ({ ...line, line: line.line + shift })),
    );
  });

  test('with formulas in its cells keeps their text', () => {
    const heads = ['Date', 'Amount', 'Reference', 'Index'];
    const reference = `${'x'.repeat(199)}😀`;
    const cells = ['19/11/2026', '10', reference, `a\u0000b\ud83d${'y'.repeat(2000)}`];
    const columns = {
      day: 'Date',
      amount: 'Amount',
      reference: 'Reference',
      bankIndex: 'Index',
      fee: null,
      dayOrder: 'day first',
    } as const;
    const [line] = linesOf(heads, [{ line: 2, cells }], columns, today).lines;
    expect(line).toMatchObject({ reference: 'x'.repeat(199), bankIndex: `ab${'y'.repeat(96)}` });
    // Postgres would refuse the whole statement for one of these in its JSON.
    expect(JSON.stringify(line)).not.toMatch(/\\u0000|\\ud83d/);
  });

  test.each(['Debit,Credit', 'Debit Amount,Credit Amount', 'Money Out,Money In', 'Out,In'])(
    'with a column for what went out (%s) has it below nothing',
    async (heads) => {
      const rows = [
        '20/11/2026,A,,"1,000.00"',
        '20/11/2026,B,250.50,',
        '20/11/2026,C,99,0.00',
        '20/11/2026,D,,',
      ];
      const { lines: found, problems } = await read([`Date,Index,${heads}`, ...rows].join('\n'));
      expect(found.map(({ bankIndex, amountCents }) => [bankIndex, amountCents])).toEqual([
        ['A', 100_000],
        ['B', -25_050],
        ['C', -9_900],
      ]);
      expect(problems.map(({ sentence }) => sentence)).toEqual([
        'There is no amount. If what went out has a column of its own, choose it.',
      ]);
    },
  );

  test('with invalid rows reports them, and reads the others', async () => {
    const {
      problems,
      lines: readable,
      leftOut,
    } = await read(
      [
        'Date,Index,Amount',
        '31/02/2026,A,5',
        '20/11/2026,B,five',
        '21/11/2027,C,5',
        ',,5',
        '20/11/2026,D,5',
        '20/11/2026,E,46.253',
      ].join('\n'),
    );
    expect(problems.map(({ line, sentence }) => `${line} ${sentence}`)).toEqual([
      '2 “31/02/2026” is not a day that we can read.',
      '3 “five” is not an amount that we can read.',
      '4 21/11/2027 is in the future. Are day and month in the right order?',
      '7 Is “46.253” 46.253 or 46,253? Write thousands with a comma.',
    ]);
    expect(leftOut).toEqual([5]);
    expect(readable.map(({ bankIndex }) => bankIndex)).toEqual(['D']);
  });

  test.each([
    ['an empty file', '', 'This file is empty.'],
    ['an open quotation mark', 'Date,Amount\n"20/11/2026,5', /cannot be read as CSV/],
    ['what is no text', Uint8Array.from([1, 0, 2, 0, 3]), /not text/],
    ['an old workbook', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0]), /workbook of an old format \(.xls\)/],
    [
      'a workbook with a password',
      Uint8Array.from('\u00d0\u00cf\u0011\u00e0' + [...'EncryptedPackage'].join('\0') + '\0', (c) =>
        c.charCodeAt(0),
      ),
      /workbook with a password/,
    ],
    [
      'a PDF',
      '%PDF-1.7',
      'This is a PDF. Save or ask for the list as an Excel workbook (.xlsx) or a CSV file.',
    ],
    ['a photo', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0]), /^This is a picture/],
    ['a file of more than 10 MB', ' '.repeat(10_000_001), /larger than 10 MB: export a shorter period/],
    ['too many rows', 'a\n'.repeat(1002), /1,001 rows. 1,000 at most: export a shorter period/],
    ['a damaged workbook', workbook.slice(0, 900), /damaged/],
    [
      'a small workbook that unpacks to more than a browser can hold',
      workbookOfSize(60_000_000),
      /too large when unpacked/,
    ],
    ['a workbook of many parts', workbookOfParts(501), /too large when unpacked/],
    [
      'a workbook with a part larger than a ZIP can say',
      workbookOfSize(0xffffffff),
      /too large when unpacked/,
    ],
    ['another zip file', Uint8Array.from([0x50, 0x4b, 3, 4, 9, 9]), /damaged/],
  ])('that is %s is refused with a message', async (_, content, sentence) => {
    expect(await refusalOf(content as BlobPart)).toMatch(sentence);
  });
});

describe('a statement as a workbook', () => {
  test('has real dates and numbers, whatever their format', async () => {
    const { lines: read5, problems } = await read(workbook, 'statement.xlsx');
    expect(read5).toEqual([
      {
        line: 5,
        day: '2026-11-05',
        bankIndex: 'TX-1',
        reference: 'DON-123456',
        amountCents: 185_000_050,
        feeCents: 4625,
      },
      { line: 6, day: '2026-11-06', bankIndex: 'TX-2', reference: 'DON-7', amountCents: 30, feeCents: 0 },
    ]);
    expect(problems).toEqual([{ line: 7, sentence: '“Total” is not a day that we can read.' }]);
  });

  const text = (value: string, r = '') => `<c ${r}t="inlineStr"><is><t>${value}</t></is></c>`;

  test('whose cells have no address is read in their order', async () => {
    const heads = ['Date', 'Index', 'Gross'].map((head) => text(head)).join('');
    const cells = `${text('19/11/2026')}<c/>${text('TX-1')}${text('9', 'r="E2" ')}${text('12.50')}`;
    const rows = await readStatementFile(
      new File([withRows(`<row>${heads}</row><row>${cells}</row><row r='4'>${text('x')}</row>`)], 'a.xlsx'),
    );
    expect(rows.map(({ line, cells: read }) => [line, ...read])).toEqual([
      [1, 'Date', 'Index', 'Gross', '', '', ''],
      [2, '19/11/2026', '', 'TX-1', '', '9', '12.50'],
      [4, 'x', '', '', '', '', ''],
    ]);
  });

  test('reports the row of a number with more digits than a workbook keeps', async () => {
    const heads = ['Date', 'Index', 'Gross'].map((head) => text(head)).join('');
    const rowOf = (index: string) => `<row>${text('19/11/2026')}<c><v>${index}</v></c>${text('5')}</row>`;
    const rows = `<row>${heads}</row>${rowOf('12345678901234567')}${rowOf('123456789012345')}`;
    const { lines: found, problems } = await read(withRows(rows), 'a.xlsx');
    expect(problems).toEqual([
      { line: 2, sentence: expect.stringMatching(/the last digits of this cell are lost/) },
    ]);
    expect(found.map(({ bankIndex }) => bankIndex)).toEqual(['123456789012345']);
    const written = await read('Date,Index,Amount\n19/11/2026,1.23457E+16,5\n');
    expect(written.problems.map(({ line }) => line)).toEqual([2]);
  });

  test('that is formatted to its last row and column is read without those', async () => {
    const rows = `<row r="1">${text('Date', 'r="A1" ')}<c r="XFD1" s="1"/></row><row r="1048576" ht="12"/>`;
    expect(await readStatementFile(new File([withRows(rows)], 'a.xlsx'))).toEqual([
      { line: 1, cells: ['Date'] },
    ]);
  });

  test('of two addresses of a cell the first counts', async () => {
    const rows = `<row r="1"><c r="A1" r='XFD1' t="n"><v>7</v></c></row>`;
    expect(await readStatementFile(new File([withRows(rows)], 'a.xlsx'))).toEqual([
      { line: 1, cells: ['7'] },
    ]);
  });

  test.each([
    [
      'at the end of the sheet',
      `<row r="1048576">${text('x', 'r="XFD1048576" ')}</row>`,
      /row 1048576, column 16384/,
    ],
    ['in a row too far down', `<row r="20001">${text('x')}</row>`, /At most 20000 rows and 200 columns/],
    ['in a column too far out', `<row><x:c xmlns:x="y" r="GS1"><v>1</v></x:c></row>`, /row 1, column 201/],
    ['behind a mark that ends no tag', `<row><c t=">" r="GS1"><v>1</v></c></row>`, /row 1, column 201/],
    ['in a row behind such a mark', `<row t='>' r="20001">${text('x')}</row>`, /row 20001, column 1/],
    ['with spaces in its address', `<row><c r = "GS1"><v>1</v></c></row>`, /row 1, column 201/],
    ['in a second list of rows', `</sheetData><sheetData><row r="1048576">${text('x')}</row>`, /damaged/],
  ])('with a cell %s is refused before it is read', async (_, rows, sentence) => {
    expect(await refusalOf(withRows(rows))).toMatch(sentence);
  });
});

describe('what would keep the browser busy for minutes', () => {
  /** The workbook with these rows and texts that its cells share. */
  const hostile = (rows: string, shared = '') => {
    const parts = unzipSync(workbook);
    const relations = strFromU8(parts['xl/_rels/workbook.xml.rels'] ?? new Uint8Array());
    parts['xl/_rels/workbook.xml.rels'] = strToU8(
      relations.replace(
        '</Relationships>',
        '<Relationship Id="texts" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
      ),
    );
    parts['xl/sharedStrings.xml'] = strToU8(`<sst>${shared}</sst>`);
    parts['xl/worksheets/sheet1.xml'] = strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
    return zipSync(parts);
  };
  const blanks = (count: number) => `<si><t xml:space="preserve">${' '.repeat(count)}</t></si>`;
  const sharing = (cells: number) => `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;

  test.each([
    ['a long text in many cells', sharing(100).repeat(7), blanks(30_000), /too much text/],
    ['a cell longer than any program writes', sharing(1), blanks(32_768), /A cell of row 1 has more text/],
    ['a text longer than any cell', sharing(1), blanks(200_000), /cannot be read/],
    ['a tag that is not closed', `<row><c>${'<v '.repeat(10)}</c></row>`, '', /cannot be read/],
    ['a tag of thousands of attributes', `<row><c ${'a="" '.repeat(1000)}/></row>`, '', /cannot be read/],
    ['millions of rows', '<row/>'.repeat(1_000_001), '', /too many cells/],
    ['millions of texts', sharing(1), '<si/>'.repeat(1_000_001), /too many cells/],
  ])('is refused before it is read: %s', async (_, rows, shared, sentence) => {
    expect(await refusalOf(hostile(rows, shared))).toMatch(sentence);
  });

  test('is refused in a CSV file too', async () => {
    expect(await refusalOf(`Date,Amount\n2026-11-20,${' '.repeat(32_768)}`)).toMatch(/A cell of row 2/);
  });

  test('is not the longest text that Excel writes', async () => {
    expect(await refusalOf(hostile(sharing(1), `<si><t>${'&amp;'.repeat(32_767)}</t></si>`))).toBe('read');
  });
});

describe('the columns', () => {
  test('that were chosen before are found again, also below another heading', () => {
    const rows = [
      ['A', 'B', 'C', 'D', 'E', 'F'],
      ['When', 'How much', 'Which'],
    ].map((cells, i) => ({ line: i + 1, cells }));
    const chosen = {
      day: 'When',
      amount: 'How much',
      bankIndex: 'Which',
      reference: null,
      fee: null,
      dayOrder: 'day first',
    } as const;
    expect(headingOf(rows, (heads) => hasColumns(heads, chosen))).toBe(1);
    expect(hasColumns(['When', 'How much'], chosen)).toBe(false);
  });

  test('with the same name, or without one, are distinguished', () => {
    expect(namesOf(['Amount', ' Amount ', ''])).toEqual(['Amount', 'Amount (column 2)', 'Column 3']);
  });
});

test('one damaged letter in a statement with a byte order mark is a problem of its row alone', async () => {
  const bytes = new TextEncoder().encode(
    '\ufeffDate,Reference,Amount,Name\n2026-11-20,DON-1,100.00,José\n2026-11-20,DON-2X,200.00,José\n2026-11-20,DON-3,300.00,JosX\n',
  );
  for (const [at, byte] of bytes.entries()) if (byte === 'X'.charCodeAt(0)) bytes[at] = 0xe9;
  const { lines, problems, rowsRead } = await read(bytes);
  expect(problems.map(({ line }) => line)).toEqual([3]);
  expect(lines.map(({ reference }) => reference)).toEqual(['DON-1', 'DON-3']);
  expect(rowsRead[0]).toContain('José');
});

describe('the organisation’s statement of M-Pesa', () => {
  const heads =
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,Linked Transaction ID,A/C No.';
  const exported = [
    'Organization Name,INSTRUMENTS LTD,,,,,,,,,',
    'Short Code,174379,,,,,,,,,',
    'Time Period,From 2026-11-01 00:00:00,To 2026-11-20 23:59:59,,,,,,,,',
    '',
    heads,
    'TKT7A1B2C3,2026-11-20 15:30:00,Pay Bill from 2547*****149 - ACHIENG,Completed,"2,000.00",,"92,000.00",Pay Bill,2547*****149 - ACHIENG,,ic04d4a1d2',
    'TKT7A1B2C3,2026-11-20 15:30:00,Pay Bill Charge,Completed,,-30.00,"91,970.00",Charge,,,',
    'TKT7ZZZZ01,2026-11-20 16:00:00,Reversal,Completed,,"-2,000.00",0,Reversal,,TKT7A1B2C3,',
    'TKT7ZZZZ02,2026-11-20 16:10:00,Pay Bill from 2547*****149,Failed,500.00,,0,Pay Bill,,,IC1',
    ',,,,"2,000.00","-2,030.00",,,,,',
  ].join('\n');

  async function readMpesa(content: BlobPart, name: string, fees: string[] = []) {
    const rows = await readStatementFile(new File([content], name));
    const at = headingOf(rows, (names) => mpesaColumns(names) !== null);
    const names = namesOf(rows[at]?.cells ?? []);
    const columns = mpesaColumns(names);
    if (!columns?.mpesa) throw new Error('It is not recognised.');
    return {
      names,
      columns,
      ...linesOf(names, rows.slice(at + 1), { ...columns, mpesa: { ...columns.mpesa, fees } }, today),
    };
  }

  test('is recognised below its heading, without choosing columns, and only what is completed is read', async () => {
    const { lines: found, problems, leftOut, names, columns } = await readMpesa(exported, 'mpesa.csv');
    expect(found.map(({ row: _, ...line }) => line)).toEqual([
      {
        line: 6,
        day: '2026-11-20',
        bankIndex: 'TKT7A1B2C3',
        reference: 'Pay Bill from 2547*****149 - ACHIENG ic04d4a1d2',
        account: 'ic04d4a1d2',
        amountCents: 200_000,
        feeCents: 0,
      },
      {
        line: 7,
        day: '2026-11-20',
        bankIndex: 'TKT7A1B2C3',
        reference: 'Pay Bill Charge',
        amountCents: -3000,
        feeCents: 0,
      },
      {
        line: 8,
        day: '2026-11-20',
        bankIndex: 'TKT7ZZZZ01',
        reference: 'Reversal TKT7A1B2C3',
        amountCents: -200_000,
        feeCents: 0,
      },
    ]);
    expect(problems).toEqual([{ line: 9, sentence: 'It is “Failed”, not completed.' }]);
    expect(leftOut).toEqual([10]);
    // The next one has the same columns; the bank's has not.
    expect(hasColumns(names, columns)).toBe(true);
    expect(hasColumns(['Date', 'Amount'], columns)).toBe(false);
    expect(mpesaColumns(['Date', 'Transaction Index', 'Reference', 'Gross', 'Commission'])).toBeNull();
  });

  test('says nothing of fees: a person chooses which reasons they are', async () => {
    const { lines: found } = await readMpesa(exported, 'mpesa.csv', ['Charge']);
    expect(found.map(({ amountCents, feeCents }) => [amountCents, feeCents])).toEqual([
      [200_000, 0],
      [0, 3000],
      [-200_000, 0],
    ]);
  });

  test('is read the same as an Excel workbook', async () => {
    const cells = (line: string) =>
      line
        .match(/("[^"]*"|[^,]*)(,|$)/g)
        ?.map((cell) => `<c t="inlineStr"><is><t>${cell.replace(/,$/, '').replaceAll('"', '')}</t></is></c>`)
        .slice(0, 11)
        .join('');
    const rows = exported
      .split('\n')
      .map((line, i) => `<row r="${i + 1}">${cells(line)}</row>`)
      .join('');
    const found = await readMpesa(withRows(rows), 'mpesa.xlsx');
    const asText = await readMpesa(exported, 'mpesa.csv');
    const bare = (lines: typeof found.lines) => lines.map(({ row: _, ...line }) => line);
    expect(bare(found.lines)).toEqual(bare(asText.lines));
  });
});

test('a column that is called reference is the reference, wherever it stands', () => {
  const found = (...heads: string[]) => proposedColumns(heads, []).reference;
  expect(found('Date', 'Description', 'Reference', 'Amount')).toBe('Reference');
  expect(found('Date', 'Narrative', 'Amount', 'Customer Ref. No')).toBe('Customer Ref. No');
  // Its words are read as the details.
  expect(found('Date', 'Narrative', 'Amount')).toBeNull();
  expect(found('Date', 'Order', 'Amount')).toBe('Order');
});
