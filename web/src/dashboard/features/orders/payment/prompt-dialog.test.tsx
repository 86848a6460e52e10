import type { AdminOrder } from '@contract/admin.ts';
import { phoneSentence } from '@contract/mpesa.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, messageUnder, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { PromptDialog } from './prompt-dialog.tsx';

const order = { id: 'o1', customerPhone: '+254712345678', payment: { dueAmount: 1500 } } as AdminOrder;
const opened = (of = order) => {
  const onClose = vi.fn();
  return { user: renderInShop(<PromptDialog order={of} onClose={onClose} />), onClose };
};
const field = () => screen.getByLabelText<HTMLInputElement>('M-Pesa Phone');
const send = () => screen.getByRole('button', { name: 'Send the Request' });

test('the phone of the order is asked with one press', async () => {
  const { calls, release } = answerApi(200, {}, { hold: true });
  const { user, onClose } = opened();
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toContain('to pay KES 1,500');
  await user.dblClick(send());
  release();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(calls).toEqual([
    { method: 'POST', path: '/api/admin/orders/o1/prompt', body: { phone: '0712 345 678' } },
  ]);
});

test('of more than M-Pesa takes at a time it says how much is asked for, and what is left', () => {
  renderInShop(
    <WithShopDetails details={{ mpesaLimit: 1000 }}>
      <PromptDialog order={order} onClose={() => {}} />
    </WithShopDetails>,
  );
  expect(document.body.textContent.replaceAll('\u00a0', ' ')).toMatch(/to pay KES 1,000\..*KES 500 is left/);
});

test('without a phone that M-Pesa has it is typed, in any spelling', async () => {
  const { calls } = answerApi(200, {});
  const { user } = opened({ ...order, customerPhone: '+254201234567' });
  expect(field().value).toBe('');
  await user.click(send());
  expect(messageUnder(field())).toBe(phoneSentence);
  expect(calls).toEqual([]);
  await user.type(field(), '254 722-000-111');
  await user.click(send());
  await expect.poll(() => calls.length).toBe(1);
});

test('a refusal says why, and what was typed is kept', async () => {
  answerApi(409, { code: 'payment_undecided', message: 'Please wait.' });
  const { user, onClose } = opened();
  await user.clear(field());
  await user.type(field(), '0722 000 111');
  await user.click(send());
  await screen.findByText('No request was sent');
  expect(field().value).toBe('0722 000 111');
  expect(onClose).not.toHaveBeenCalled();
});
