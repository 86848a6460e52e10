import { expect, test } from 'vitest';
import { etimsFile } from './etims.tsx';

const csv = (...rows: string[]) => new File([rows.join('\r\n')], 'etims.csv');
const head = 'Issued (Nairobi),Number,CU id,CU receipt number,Signature,Internal data,Signed at,QR';
const row = (signature: string) =>
  `2026-11-27,INV-2026-00042,KRACU0300001234,57,${signature},,2026-11-27 14:05,`;

test('a list with the answers is read by its heads', async () => {
  expect(await etimsFile(csv(head, row('ABCD-EFGH-2345-67AB')))).toEqual({
    entries: [
      {
        number: 'INV-2026-00042',
        unit: 'KRACU0300001234',
        receipt: 57,
        signature: 'ABCDEFGH234567AB',
        internalData: null,
        signedAt: '2026-11-27T14:05:00+03:00',
        qr: null,
      },
    ],
    problems: [],
  });
});

test('a row that is not right is named, and a file without the columns says which', async () => {
  expect((await etimsFile(csv(head, row('short')))).problems).toEqual([
    { at: 'Row 2', sentence: 'A signature has 16 letters and digits' },
  ]);
  await expect(etimsFile(csv('Number,Sum', 'INV-2026-00042,5'))).rejects.toThrow(
    'This file lacks the columns Receipt number, Signed at, Control unit, Signature.',
  );
});
