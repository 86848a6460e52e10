import type { OpenStatementLine } from '@contract/bank-statements.ts';
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { CloseLineDialog } from './close-line-dialog.tsx';

const line = {
  id: 'l1',
  amountCents: 500,
  reference: 'Unknown',
  verdict: 'unknown',
  orderToPay: null,
  candidates: [],
  takesBack: null,
} as unknown as OpenStatementLine;

const ofCard = { orderId: 'o1', method: 'card', reference: null, amountCents: 500 } as const;

test.each([
  ['Nobody knows', 'Answer Saved', ''],
  ['The fee of May', 'Already Closed', 'Ben closed it before you: The fee of May'],
])('an answer is called saved only if it stands: %s', async (closingReason, title, description) => {
  answerDatabase(() => ({ closedByName: 'Ben', closingReason, transactionId: null }));
  const onClose = vi.fn();
  const user = renderInShop(<CloseLineDialog line={line} onClose={onClose} />);
  await user.type(screen.getByLabelText('How you know, or what it is instead'), 'Nobody knows');
  await user.click(screen.getByRole('button', { name: 'Save Answer' }));
  if (description) await findToast(title, description);
  else await screen.findByText(title);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a line that takes money back of an order says that the price becomes owed again', () => {
  const takesBack = ofCard;
  const returned = { ...line, verdict: 'returned', amountCents: -500, orderId: 'o1', takesBack } as const;
  const dialog = (shown: OpenStatementLine) => <CloseLineDialog line={shown} onClose={() => {}} />;
  renderInShop(dialog(returned));
  screen.getByText(/becomes a charge-back: that much of its price is owed again/);
  cleanup();
  renderInShop(dialog({ ...returned, takesBack: { ...takesBack, method: 'cheque', reference: '000871' } }));
  screen.getByRole('dialog', { name: 'Did this cheque bounce?' });
  screen.getByRole('button', { name: 'The Cheque Bounced' });
  screen.getByText(/^With your answer Cheque 000871, KES 5 no longer counts for #/);
  cleanup();
  // A fee has the cheque's number, and its order beside it.
  renderInShop(dialog({ ...returned, takesBack: null }));
  expect(screen.queryByText(/charge-back|no longer counts/)).toBeNull();
  screen.getByLabelText('It is');
});

test('what went out of no order is a fee or not the shop’s, without another word; of an order it is neither', async () => {
  const sent: unknown[] = [];
  answerDatabase((_, body) => {
    sent.push(body);
    return { closedByName: null, closingReason: 'A fee of the bank', transactionId: null };
  });
  const out = { ...line, verdict: 'returned', amountCents: -500, orderId: null } as const;
  const user = renderInShop(<CloseLineDialog line={out} onClose={() => {}} />);
  await user.selectOptions(screen.getByLabelText('It is'), 'A fee of the bank');
  await user.click(screen.getByRole('button', { name: 'Save Answer' }));
  await screen.findByText('Answer Saved');
  expect(sent).toEqual([{ p_line_id: 'l1', p_reason: 'A fee of the bank', p_verdict: 'fee' }]);
  for (const [reference, proposed] of [
    ['LEDGER FEE', 'fee'],
    ['Excise Duty on Chrg', 'fee'],
    ['COFFEE LTD', ''],
  ] as const) {
    cleanup();
    renderInShop(<CloseLineDialog line={{ ...out, reference }} onClose={() => {}} />);
    expect(screen.getByLabelText<HTMLSelectElement>('It is').value, reference).toBe(proposed);
    screen.getByRole('dialog', { name: proposed ? 'Is this a fee of the bank?' : 'Which refund is this?' });
  }
  cleanup();
  renderInShop(<CloseLineDialog line={{ ...out, takesBack: ofCard }} onClose={() => {}} />);
  expect(screen.queryByLabelText('It is')).toBeNull();
});

test.each([
  [{}, { p_reason: 'A cheque of ours' }],
  [{ isSomethingElse: true }, { p_reason: 'A cheque of ours', p_verdict: 'returned' }],
])(
  'a line with the number of a cheque is said to take it back, or to be something else: %o',
  async (answer, expected) => {
    const sent: unknown[] = [];
    answerDatabase((_, body) => {
      sent.push(body);
      return { closedByName: null, closingReason: 'A cheque of ours', transactionId: null };
    });
    const cheque = { ...ofCard, method: 'cheque', reference: '000871' } as const;
    const out = {
      ...line,
      verdict: 'returned',
      amountCents: -500,
      orderId: null,
      takesBack: cheque,
    } as const;
    const user = renderInShop(<CloseLineDialog line={out} {...answer} onClose={() => {}} />);
    expect(screen.queryByText(/no longer counts/) === null).toBe('isSomethingElse' in answer);
    await user.type(screen.getByLabelText(/^How you know/), 'A cheque of ours');
    await user.click(screen.getByRole('button', { name: /^(The Cheque Bounced|Save Answer)$/ }));
    await screen.findByText('Answer Saved');
    expect(sent).toEqual([{ p_line_id: 'l1', ...expected }]);
  },
);
