import type { BankStatement, StatementLine } from '@contract/bank-statements.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { StatementPreviewPanel } from './statement-preview.tsx';

const lines = Array.from(
  { length: 501 },
  (_, i) => ({ line: i + 2, day: '2026-11-20', amountCents: 100 }) as StatementLine,
);

test('a statement is previewed and imported, with one call each', async () => {
  const asked: unknown[] = [];
  const orderToPay = '00000000-0000-4000-8000-000013e96fdf';
  const question = { line: 9, day: '2026-11-20', bankIndex: null, reference: 'EFT', amountCents: 500 };
  const takesBack = { orderId: '00000000-0000-4000-8000-0000f11390cc', method: 'cheque', amountCents: 500 };
  const questions = [
    { ...question, verdict: 'unknown', orderToPay, takesBack: null },
    { ...question, line: 10, amountCents: -500, verdict: 'returned', orderToPay: null, takesBack },
  ];
  const preview = { lines: 501, known: 0, feeCents: 0, questions };
  const counts = { settled: { lines: 501, cents: 50_100 } };
  const made = { fileName: 'bank.csv' } as BankStatement;
  answerDatabase((address, body) => {
    const { p_id, p_lines } = body as Record<string, unknown[]>;
    const name = address.split('/').pop();
    asked.push([name, p_id, p_lines?.length]);
    return name === 'import_bank_statement' ? made : { ...preview, counts };
  });
  const onDone = vi.fn();
  const user = renderInShop(
    <StatementPreviewPanel
      {...{ importKey: 'k1', fileName: 'bank.csv', onDone, read: { lines, problems: [], leftOut: [] } }}
      columns={{
        day: 'Day',
        amount: 'Money',
        bankIndex: null,
        reference: null,
        fee: null,
        dayOrder: 'day first',
      }}
    />,
  );
  await screen.findByText(/^501 payments become settled/);
  const [unknown, returned] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(unknown).toContain('exactly what is due for #13E96FDF');
  expect(returned).toContain('The bank took this money back. #F11390CC');
  await user.click(screen.getByRole('button', { name: 'Import Statement' }));
  await expect.poll(() => onDone.mock.calls).toEqual([[made]]);
  expect(asked).toEqual([
    ['preview_bank_statement', undefined, 501],
    ['import_bank_statement', 'k1', 501],
  ]);
});
