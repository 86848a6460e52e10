import type { AdminOrder } from '@contract/admin.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { noMoney } from '#testing/order-states.ts';
import { findToast, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { OrderLinkActions } from './order-link-actions.tsx';

const order = {
  id: '3f2a9c1e-0000-4000-8000-000000000454',
  customerPhone: '+254712345678',
  status: 'pending',
  nextStep: 'pay',
  payment: noMoney,
} as AdminOrder;
const linkWith = (key: string) => `${window.location.origin}/order-confirmation/${order.id}#key=${key}`;

/** Answers for the order's link; returns what was renewed and sent. */
function answerLink(isSent = true) {
  const done: string[] = [];
  let linkKey = '1.old';
  answerDatabase((address, body) => {
    if (address.endsWith('/send_order_link')) {
      done.push('sent');
      return isSent;
    }
    // A renewal is a POST, which answerDatabase tells by its body.
    if (address.endsWith(`/orders/${order.id}/link`) && body !== undefined) {
      done.push('renewed');
      linkKey = '2.new';
    }
    return { linkKey };
  });
  return done;
}

const whatsApp = () => new URL(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '');

test('the link that the buyer has is copied, and WhatsApp opens for the buyer with the text', async () => {
  answerLink();
  const user = renderInShop(<OrderLinkActions order={order} />);
  await user.click(await screen.findByRole('button', { name: 'Copy Link' }));
  await findToast('Link copied', 'It opens the order on any phone.');
  expect(await navigator.clipboard.readText()).toBe(linkWith('1.old'));
  expect(whatsApp().pathname).toBe('/254712345678');
  expect(whatsApp().searchParams.get('text')).toContain(linkWith('1.old'));
});

test('the text to the buyer says every way to pay, as long as something is asked for', async () => {
  answerLink();
  const about = (over: object) =>
    renderInShop(
      <WithShopDetails details={{ paybill: '522533' }}>
        <OrderLinkActions order={{ ...order, ...over } as AdminOrder} />
      </WithShopDetails>,
    );
  about({});
  await screen.findByRole('link', { name: 'WhatsApp' });
  expect(whatsApp().searchParams.get('text')).toContain('M-Pesa: Paybill 522533, account IC00000454');
  cleanup();
  about({ status: 'cancelled', nextStep: 'none' });
  await screen.findByRole('link', { name: 'WhatsApp' });
  expect(whatsApp().searchParams.get('text')).not.toContain('Paybill');
});

test('the link is renewed only after a question, and the new one is shown and copied', async () => {
  const done = answerLink();
  const user = renderInShop(<OrderLinkActions order={order} />);
  const ask = () => screen.findByRole('button', { name: 'Renew the Order Link' });
  await user.click(await ask());
  const dialog = () => screen.findByRole('dialog', { name: 'Renew the link of this order?' });
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(done).toEqual([]);
  await user.click(await ask());
  await user.click(within(await dialog()).getByRole('button', { name: 'Renew the Link' }));
  await screen.findByText(linkWith('2.new'));
  expect(done).toEqual(['renewed']);
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await navigator.clipboard.readText()).toBe(linkWith('2.new'));
  expect(whatsApp().searchParams.get('text')).toContain(linkWith('2.new'));
});

test.each([
  [true, 'Link sent', 'The message goes out within a minute.'],
  [false, 'Not sent again', 'It was sent today, or the buyer cannot be written to.'],
])('whether the link was sent is said: %s', async (isSent, title, description) => {
  const done = answerLink(isSent);
  const user = renderInShop(<OrderLinkActions order={order} />);
  await user.click(await screen.findByRole('button', { name: 'Send the Link' }));
  expect(done).toEqual([]);
  const dialog = await screen.findByRole('dialog', { name: 'Send the link to the buyer?' });
  await user.click(within(dialog).getByRole('button', { name: 'Send' }));
  await findToast(title, description);
  expect(done).toEqual(['sent']);
});
