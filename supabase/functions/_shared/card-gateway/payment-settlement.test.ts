import { expect, it, vi } from 'vitest';
import type { RunQuery } from '../supabase/supabase-clients.ts';
import { paymentSettlement } from './payment-settlement.ts';

const settings = {
  url: 'https://bank.example',
  applicationId: '{AN-ID}',
  secret: null,
  tokenResource: '',
  tokenPrefix: '',
};

/** The shop with a bank that answers with this page, and a database in which `due` is the trace to ask about. */
function shop(page: string, due: string | null = null) {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)));
  const rpc = vi.fn((name: string) => (name === 'transaction_to_ask' ? due : { outcome: 'success' }));
  const asShop = ((query: (client: unknown) => unknown) => Promise.resolve(query({ rpc }))) as RunQuery;
  return { rpc, settlement: paymentSettlement(asShop, settings, () => {}) };
}

it('the database settles by what the bank says and who asked', async () => {
  const { rpc, settlement } = shop('<input name="Lite_Payment_Card_Status" value="0">');
  expect(await settlement.settle('trace', 'owner')).toEqual({ outcome: 'success' });
  expect(rpc).toHaveBeenCalledWith('settle_payment', {
    p_trace: 'trace',
    p_answer: expect.objectContaining({ status: '0' }) as unknown,
    p_asked_by: 'owner',
  });
});

it('a bank that says nothing settles with no answer', async () => {
  const { rpc, settlement } = shop('Server Error');
  await settlement.settle('trace', 'return');
  expect(rpc).toHaveBeenCalledWith('settle_payment', {
    p_trace: 'trace',
    p_answer: null,
    p_asked_by: 'return',
  });
});

it('an order is asked about for its buyer when a transaction is due, and not otherwise', async () => {
  const due = shop('', 'its trace');
  await due.settlement.refresh('order');
  expect(due.rpc.mock.calls).toEqual([
    ['transaction_to_ask', { p_order_id: 'order' }],
    ['settle_payment', { p_trace: 'its trace', p_answer: null, p_asked_by: 'shopper' }],
  ]);
  const notDue = shop('', null);
  await notDue.settlement.refresh('order');
  expect(notDue.rpc).toHaveBeenCalledTimes(1);
});
