import type { StatementLine } from '@contract/bank-statements.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { ImportStatement } from './import-statement.tsx';

const exported = [
  'Organization Name,INSTRUMENTS LTD,,,,,,,,,',
  'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
  'TKT7A1B2C3,2026-11-20 15:30:00,Pay Bill,Completed,2000,,92000,Pay Bill,ACHIENG,,IC04D4A1D2',
  'TKT7A1B2C3,2026-11-20 15:30:00,Pay Bill Charge,Completed,,-30,91970,Charge,,,',
].join('\n');

test('a statement of M-Pesa asks for no columns, and which reasons of money out are fees', async () => {
  const asked: unknown[] = [];
  answerDatabase((_, body) => {
    const { p_lines, p_columns } = body as { p_lines: StatementLine[]; p_columns?: { mpesa: object } };
    asked.push(p_columns?.mpesa ?? p_lines.map(({ amountCents, feeCents }) => [amountCents, feeCents]));
    return p_columns
      ? { fileName: 'mpesa.csv', lines: 2, known: 0, settled: 1 }
      : { lines: 2, known: 0, knownLines: [], counts: {}, feeCents: 0, questions: [] };
  });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  const user = renderInShop(<ImportStatement remembered={[]} />);
  await user.upload(screen.getByLabelText('Statement'), new File([exported], 'mpesa.csv'));
  await screen.findByText('The columns of M-Pesa’s statement');
  await user.click(screen.getByRole('checkbox', { name: 'Charge' }));
  const button = await screen.findByRole('button', { name: 'Import Statement' });
  expect(scrolled).not.toHaveBeenCalled();
  await user.click(button);
  const done = await screen.findByText('“mpesa.csv” is imported');
  expect(scrolled.mock.contexts.some((shown) => (shown as Element).contains(done))).toBe(true);
  expect(asked).toEqual([
    [
      [200_000, 0],
      [-3000, 0],
    ],
    [
      [200_000, 0],
      [0, 3000],
    ],
    expect.objectContaining({ account: 'A/C No.', fees: ['Charge'] }),
  ]);
});
