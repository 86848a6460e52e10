import type { OrderDetails } from '@contract/admin-orders.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { RecordedPayments } from './recorded-payments.tsx';

test('a sum that is expected to be withheld is removed, and a removal that fails says so and can be tried again', async () => {
  const asked: unknown[] = [];
  const firstReply = deferredPromise<Response>();
  answerDatabase((address, body) => {
    if (!address.endsWith('/note_withheld')) return [];
    asked.push(body);
    return asked.length === 1 ? firstReply.promise : null;
  });
  const details = {
    order: { id: 'o1' },
    recorded: [],
    refundable: [],
    rest: { expected: { withheld_vat: 120_000 } },
  } as unknown as OrderDetails;
  const user = renderInShop(<RecordedPayments details={details} />);
  screen.getByText('KES 1,200, VAT withheld: expected');
  await user.dblClick(screen.getByRole('button', { name: 'Remove' }));
  firstReply.release(new Response('', { status: 504 }));
  await screen.findByText('Not removed');
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const sent = { p_order_id: 'o1', p_method: 'withheld_vat', p_cents: 0 };
  await expect.poll(() => asked).toEqual([sent, sent]);
});
