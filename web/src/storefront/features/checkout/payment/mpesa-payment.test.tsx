import { mpesaIsSilent, type Prompt } from '@contract/mpesa.ts';
import type { Order, OrderPayment } from '@contract/orders.ts';
import type { ShopDetails } from '@contract/shop-details.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { orderMessage } from '#orders/order-message.ts';
import {
  answerApi,
  findToast,
  messageUnder,
  renderInShop,
  WithShopDetails,
} from '#testing/render-in-shop.tsx';
import { wholeOrder } from '#testing/whole-order.ts';
import { MpesaPayment } from './mpesa-payment.tsx';

const prompt: Prompt = {
  phone: '254722000111',
  amount: 15_000,
  sentAt: '2026-11-22T08:00:00Z',
  code: null,
  isOpen: true,
  isPaid: false,
  hasReceipt: false,
};
const promptPath = `/api/orders/${wholeOrder.id}/prompt`;

const orderWith = (prompted: Partial<Prompt>, over: Partial<Order> = {}) => {
  const payment: OrderPayment = {
    ...wholeOrder.payment,
    transaction: 'pending',
    method: 'mpesa',
    prompt: { ...prompt, ...prompted },
  };
  return { ...wholeOrder, payment, ...over } as Order;
};
const waiting = orderWith({}, { word: 'undecided', nextStep: 'wait' });
const refused = orderWith({ isOpen: false, code: '2001' }, { status: 'failed', word: 'payment_failed' });

/** The order's panel; `next` is what the order becomes once a request was sent. */
function shown(order: Order, { next = order, ...details }: Partial<ShopDetails> & { next?: Order } = {}) {
  const onSent = vi.fn();
  function Page() {
    const [sentTo, setSentTo] = useState<string | null>(null);
    const [now, setNow] = useState(order);
    return (
      <WithShopDetails details={{ promptsAreOn: true, ...details }}>
        <MpesaPayment
          order={now}
          sentTo={sentTo}
          onSend={setSentTo}
          onSent={() => {
            onSent();
            setNow(next);
          }}
        />
        <button onClick={() => setNow(refused)}>Refuse</button>
      </WithShopDetails>
    );
  }
  return { user: renderInShop(<Page />), onSent };
}

const phone = () => screen.findByLabelText<HTMLInputElement>('M-Pesa Phone');
const sendButton = () => screen.getByRole('button', { name: 'Send the Request' });
const words = () => document.body.textContent.replaceAll('\u00a0', ' ');

test('a request goes to the phone of the order, and the panel says to look at it', async () => {
  const { calls } = answerApi(200, waiting);
  const { user, onSent } = shown(wholeOrder, { next: waiting });
  expect((await phone()).value).toBe('0712 345 678');
  await user.click(sendButton());
  const heading = await screen.findByRole('heading', { name: 'Look at your phone' });
  expect(calls).toEqual([{ method: 'POST', path: promptPath, body: { phone: '0712 345 678' } }]);
  expect(onSent).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(heading);
  expect(words()).toContain('KES 15,000 to Instruments & Current, asked on 0712 345 678');
  expect(screen.getByText(/Enter your M-Pesa PIN there/).getAttribute('role')).toBe('status');
});

test('two presses send one request', async () => {
  const { calls, release } = answerApi(200, waiting, { hold: true });
  const { user } = shown(wholeOrder, { next: waiting });
  await phone();
  await user.dblClick(sendButton());
  await screen.findByRole('button', { name: 'Sending the Request...' });
  release();
  await screen.findByRole('heading', { name: 'Look at your phone' });
  expect(calls).toHaveLength(1);
});

test('the field is selected when it gets the focus, so that another number can be typed at once', async () => {
  const { calls } = answerApi(200, waiting);
  const { user } = shown(wholeOrder, { next: waiting });
  await user.click(await phone());
  await user.paste('0110 200 300');
  await user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Look at your phone' });
  expect(calls[0]?.body).toEqual({ phone: '0110 200 300' });
});

test('a number that M-Pesa cannot ask is reported under the field, and nothing is sent', async () => {
  const { calls } = answerApi(200, waiting);
  const { user } = shown({ ...wholeOrder, customerPhone: '+442079460000' } as Order);
  const field = await phone();
  expect(field.value).toBe('');
  await user.type(field, '020 123 456');
  await user.click(sendButton());
  await waitFor(() => expect(messageUnder(field)).toBe('Enter a Safaricom number, such as 0712 345 678'));
  expect(calls).toEqual([]);
});

test('after a wrong PIN it says so, and the number that was asked is still there', async () => {
  answerApi(200, waiting);
  const { user } = shown(wholeOrder, { next: waiting });
  await user.click(await phone());
  await user.paste('0722 000 111');
  await user.click(sendButton());
  await screen.findByRole('heading', { name: 'Look at your phone' });
  await user.click(screen.getByRole('button', { name: 'Refuse' }));
  await screen.findByText('The PIN was wrong.');
  expect(words()).toContain('Send the request again and enter your M-Pesa PIN.');
  expect((await phone()).value).toBe('0722 000 111');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pay with M-Pesa' }));
});

test('a page that is opened after a refusal has the number that was asked, and takes no focus', async () => {
  shown(refused);
  expect((await phone()).value).toBe('0722 000 111');
  screen.getByText('The PIN was wrong.');
  expect(document.activeElement).toBe(document.body);
});

test('after three minutes without an answer the order says so, and another request can be sent', async () => {
  const open = orderWith({});
  shown(open);
  await phone();
  sendButton();
  expect(orderMessage(open)).toMatchObject({ title: 'M-Pesa has not decided yet', nextStep: 'pay' });
  expect(orderMessage(open).sentence).toContain(
    'You may pay in another way now; if both are paid, we give one back.',
  );
});

test('whoever has the link alone sees no number of the buyer', async () => {
  const { user } = shown({ ...refused, view: 'reduced' } as Order, {
    next: { ...waiting, view: 'reduced' } as Order,
  });
  answerApi(200, waiting);
  const field = await phone();
  expect(field.value).toBe('');
  await user.type(field, '0110200300');
  await user.click(sendButton());
  await screen.findByRole('heading', { name: 'Look at your phone' });
  expect(words()).toContain('0110 200 300');
  expect(words()).not.toContain('0722');
});

test('nor when somebody else sent it', async () => {
  shown({ ...waiting, view: 'reduced' } as Order);
  await screen.findByRole('heading', { name: 'Look at your phone' });
  expect(words()).toContain('Look at the phone that was asked.');
  expect(words()).not.toContain('0722');
});

test('above the limit a request is for so much, and what is left is said', async () => {
  shown(wholeOrder, { mpesaLimit: 14_000 });
  await screen.findByText(/^M-Pesa takes at most KES\s14,000 at a time.* KES\s1,000 is left/);
  screen.getByText(/to pay KES\s14,000\.$/);
  screen.getByRole('button', { name: 'Send the Request' });
});

test('while M-Pesa does not answer, it says so, and can be tried', async () => {
  shown(wholeOrder, { isMpesaSilent: true });
  await screen.findByText(mpesaIsSilent);
  sendButton();
});

test('a shop that sends no requests shows nothing of it', async () => {
  shown(wholeOrder, { promptsAreOn: false });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(words()).toBe('Refuse');
});

test('one that was sent before it was switched off is still shown', async () => {
  shown(waiting, { promptsAreOn: false });
  await screen.findByRole('heading', { name: 'Look at your phone' });
});

test.each([
  [409, { code: 'prompts_are_off', message: 'M-Pesa is off at the moment.' }, 'M-Pesa is off at the moment.'],
  [null, null, 'No answer came. If your phone asks, enter your M-Pesa PIN there: nothing is paid twice.'],
])('a refusal by %s is shown, and the form stays', async (status, body, said) => {
  if (status === null) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  else answerApi(status, body);
  const { user, onSent } = shown(wholeOrder);
  await phone();
  await user.click(sendButton());
  await findToast('Request Not Confirmed', said);
  expect((await phone()).value).toBe('0712 345 678');
  expect(onSent).not.toHaveBeenCalled();
});
