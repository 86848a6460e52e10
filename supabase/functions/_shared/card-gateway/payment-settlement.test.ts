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

/** The shop with a bank that answers with this page, and a database that replies this to the questions about asking. */
function shop(page: string, replies: Record<string, object> = {}) {
  const bank = vi.fn(() => Promise.resolve(new Response(page)));
  vi.stubGlobal('fetch', bank);
  const rpc = vi.fn((name: string, _: object) => replies[name] ?? { outcome: 'success' });
  const asShop = ((query: (client: unknown) => unknown) => Promise.resolve(query({ rpc }))) as RunQuery;
  const onSettled = vi.fn();
  return { rpc, bank, onSettled, settlement: paymentSettlement(asShop, settings, () => {}, onSettled) };
}

it('a transaction is settled with the bank’s answer and the origin of the query', async () => {
  const { rpc, onSettled, settlement } = shop('<input name="Lite_Payment_Card_Status" value="0">');
  expect(await settlement.settle('trace', 'owner')).toEqual({ outcome: 'success' });
  expect(onSettled).toHaveBeenCalledOnce();
  expect(rpc).toHaveBeenCalledWith('settle_payment', {
    p_trace: 'trace',
    p_answer: expect.objectContaining({ status: '0' }) as unknown,
    p_asked_by: 'owner',
  });
});

it('without a reply of the bank, it is settled with no answer', async () => {
  const { rpc, settlement } = shop('Server Error');
  await settlement.settle('trace', 'return');
  expect(rpc).toHaveBeenCalledWith('settle_payment', {
    p_trace: 'trace',
    p_answer: null,
    p_asked_by: 'return',
  });
});

it('the bank is queried about an order only when a transaction is due', async () => {
  const due = shop('', { transaction_to_ask: { step: 'ask', trace: 'its trace' } });
  await due.settlement.refresh('order');
  expect(due.rpc.mock.calls).toEqual([
    ['transaction_to_ask', { p_order_id: 'order' }],
    ['settle_payment', { p_trace: 'its trace', p_answer: null, p_asked_by: 'shopper' }],
  ]);
  for (const step of ['wait', 'nothing']) {
    const { rpc, bank, settlement } = shop('', { transaction_to_ask: { step } });
    await settlement.refresh('order');
    expect([rpc.mock.calls.length, bank.mock.calls.length]).toEqual([1, 0]);
  }
});

it('a returning buyer gets the stored state unless the bank must be queried', async () => {
  const known = { outcome: 'tryLater' };
  const due = shop('', { return_to_ask: { step: 'ask', state: known } });
  expect(await due.settlement.settleReturn('trace')).toEqual({ outcome: 'success' });
  expect(due.rpc.mock.calls[1]?.[1]).toMatchObject({ p_trace: 'trace', p_asked_by: 'return' });
  const decided = shop('', { return_to_ask: { step: 'nothing', state: known } });
  expect(await decided.settlement.settleReturn('trace')).toEqual(known);
  expect([decided.rpc.mock.calls.length, decided.bank.mock.calls.length]).toEqual([1, 0]);
});

it('a buyer whose return was posted twice waits for the first one’s answer, but not for long', async () => {
  const { rpc, bank, settlement } = shop('', {
    return_to_ask: { step: 'wait', state: { outcome: 'tryLater' } },
  });
  vi.useFakeTimers();
  const waiting = settlement.settleReturn('trace');
  await vi.runAllTimersAsync();
  expect(await waiting).toEqual({ outcome: 'tryLater' });
  expect([rpc.mock.calls.length, bank.mock.calls.length]).toEqual([4, 0]);
  const first = settlement.settleReturn('trace');
  rpc.mockReturnValue({ step: 'nothing', state: { outcome: 'success' } });
  await vi.runAllTimersAsync();
  expect(await first).toEqual({ outcome: 'success' });
  vi.useRealTimers();
});

it('a buyer who pays during a query waits for its answer, but not for long', async () => {
  const refused = { refusal: 'payment_undecided', details: null };
  const { rpc, settlement } = shop('', { begin_payment_within_limits: refused });
  const seen = { p_sid: 'sid', p_order_id: 'order' };
  const payAgain = () => settlement.payAgain(seen, { p_address_hash: null, p_is_human: false } as never);
  vi.useFakeTimers();
  const waiting = expect(payAgain()).rejects.toMatchObject({ code: 'payment_undecided' });
  await vi.runAllTimersAsync();
  await waiting;
  expect(rpc).toHaveBeenCalledTimes(4);
  const paying = payAgain();
  const placed = { order: {}, transaction: {} };
  rpc.mockReturnValue(placed);
  await vi.runAllTimersAsync();
  expect(await paying).toEqual(placed);
  expect(rpc).toHaveBeenCalledTimes(6);
  vi.useRealTimers();
});
