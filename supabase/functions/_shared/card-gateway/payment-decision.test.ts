import { expect, it, vi } from 'vitest';
import { timeLimits } from '../contract/time-limits.ts';
import type { RunQuery } from '../supabase/supabase-clients.ts';
import { addressHash } from '../http/address-key.ts';
import { Refusal } from '../http/refusal.ts';
import { paymentDecisions } from './payment-decision.ts';

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
  const onDecided = vi.fn();
  return { rpc, bank, onDecided, decision: paymentDecisions(asShop, settings, null, () => {}, onDecided) };
}

const asked = { sid: 'sid', orderId: 'order', linkVersion: null };
const seen = { p_sid: 'sid', p_order_id: 'order' };
const countedBy = { p_address_hash: addressHash('address') };

it('a transaction is decided with the bank’s answer and the origin of the query', async () => {
  const { rpc, onDecided, decision } = shop('<input name="Lite_Payment_Card_Status" value="0">');
  expect(await decision.decide({ trace: 'trace', checkoutId: null }, 'owner')).toEqual({
    outcome: 'success',
  });
  expect(onDecided).toHaveBeenCalledOnce();
  expect(rpc).toHaveBeenCalledWith('decide_payment', {
    p_trace: 'trace',
    p_answer: expect.objectContaining({ status: '0' }) as unknown,
    p_asked_by: 'owner',
  });
});

it('without a reply of the bank, it is decided with no answer', async () => {
  const { rpc, decision } = shop('Server Error');
  await decision.decide({ trace: 'trace', checkoutId: null }, 'return');
  expect(rpc).toHaveBeenCalledWith('decide_payment', {
    p_trace: 'trace',
    p_answer: null,
    p_asked_by: 'return',
  });
});

it('the bank is queried about an order only when a transaction is due', async () => {
  const due = shop('', { transaction_to_ask: { step: 'ask', trace: 'its trace', checkoutId: null } });
  await due.decision.refresh('order');
  expect(due.rpc.mock.calls).toEqual([
    ['transaction_to_ask', { p_order_id: 'order' }],
    ['decide_payment', { p_trace: 'its trace', p_answer: null, p_asked_by: 'shopper' }],
  ]);
  for (const step of ['wait', 'nothing']) {
    const { rpc, bank, decision } = shop('', { transaction_to_ask: { step } });
    await decision.refresh('order');
    expect([rpc.mock.calls.length, bank.mock.calls.length]).toEqual([1, 0]);
  }
});

it('a returning buyer gets the stored state unless the bank must be queried', async () => {
  const known = { outcome: 'tryLater' };
  const trace = 'its trace';
  const due = shop('', { return_to_ask: { step: 'ask', trace, state: known } });
  const returned = { trace: null, orderId: 'order' };
  expect(await due.decision.decideReturn(returned)).toEqual({ outcome: 'success', trace });
  expect(due.rpc.mock.calls[0]).toEqual(['return_to_ask', { p_trace: '', p_order_id: 'order' }]);
  // Anybody may name an order while its buyer is on the bank's page; only the bank's form names the trace.
  expect(due.rpc.mock.calls[1]?.[1]).toMatchObject({ p_trace: trace, p_asked_by: 'shopper' });
  await due.decision.decideReturn({ trace, orderId: null });
  expect(due.rpc.mock.calls[3]?.[1]).toMatchObject({ p_trace: trace, p_asked_by: 'return' });
  const decided = shop('', { return_to_ask: { step: 'nothing', trace, state: known } });
  expect(await decided.decision.decideReturn({ trace, orderId: null })).toEqual({ ...known, trace });
  expect(decided.rpc.mock.calls[0]).toEqual(['return_to_ask', { p_trace: trace, p_order_id: undefined }]);
  expect([decided.rpc.mock.calls.length, decided.bank.mock.calls.length]).toEqual([1, 0]);
});

it('a buyer whose return was posted twice waits for the first one’s answer, but not for long', async () => {
  const { rpc, bank, decision } = shop('', {
    return_to_ask: { step: 'wait', state: { outcome: 'tryLater' } },
  });
  const returned = { trace: 'trace', orderId: null };
  vi.useFakeTimers();
  const waiting = decision.decideReturn(returned);
  await vi.runAllTimersAsync();
  expect(await waiting).toEqual({ outcome: 'tryLater' });
  expect([rpc.mock.calls.length, bank.mock.calls.length]).toEqual([4, 0]);
  const first = decision.decideReturn(returned);
  rpc.mockReturnValue({ step: 'nothing', state: { outcome: 'success' } });
  await vi.runAllTimersAsync();
  expect(await first).toEqual({ outcome: 'success' });
  vi.useRealTimers();
});

it('a returning buyer waits for a busy database, whose answer the bank has given already, as long as there is time', async () => {
  vi.useFakeTimers();
  const { rpc, bank, decision } = shop('<input name="Lite_Payment_Card_Status" value="0">');
  const busy = (code: 'shop_busy' | 'service_unavailable' | 'not_found') => () => {
    throw new Refusal(code);
  };
  const ask = { step: 'ask', trace: 'trace', state: {} };
  rpc
    .mockImplementationOnce(busy('service_unavailable'))
    .mockReturnValueOnce(ask)
    .mockImplementationOnce(busy('shop_busy'))
    .mockReturnValueOnce({ outcome: 'success' });
  const returned = { trace: 'trace', orderId: null };
  const first = decision.decideReturn(returned);
  await vi.runAllTimersAsync();
  expect(await first).toMatchObject({ outcome: 'success' });
  // The bank is asked once.
  expect([rpc.mock.calls.length, bank.mock.calls.length]).toEqual([4, 1]);

  // Longer than the edge proxy waits, nobody would read it.
  rpc.mockImplementation(busy('shop_busy'));
  const startedAt = Date.now();
  const late = expect(decision.decideReturn(returned)).rejects.toMatchObject({ code: 'shop_busy' });
  await vi.runAllTimersAsync();
  await late;
  expect(Date.now() - startedAt).toBeLessThan(timeLimits.request - timeLimits.database + 1000);
  rpc.mockClear().mockImplementation(busy('not_found'));
  await expect(decision.decideReturn(returned)).rejects.toMatchObject({ code: 'not_found' });
  expect(rpc).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('a buyer who pays during a query waits for its answer, but not for long', async () => {
  const refused = { refusal: 'payment_undecided', details: null };
  const { rpc, decision } = shop('', { begin_payment_within_limits: refused });
  const payAgain = () => decision.payAgain(asked, 'address');
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
  expect(rpc).toHaveBeenLastCalledWith('begin_payment_within_limits', { ...countedBy, ...seen });
  vi.useRealTimers();
});

it('a payment that is refused for another reason is not tried again', async () => {
  const { rpc, decision } = shop('', {
    begin_payment_within_limits: { refusal: 'order_closed', details: null },
  });
  await expect(decision.payAgain(asked, 'address')).rejects.toMatchObject({ code: 'order_closed' });
  expect(rpc).toHaveBeenCalledOnce();
});

it('an order is paid again after the bank was asked about its last transaction', async () => {
  const placed = { order: {}, transaction: {} };
  const { rpc, onDecided, decision } = shop('<input name="Lite_Payment_Card_Status" value="4">', {
    begin_payment_within_limits: { step: 'ask', trace: 'its trace', checkoutId: null },
    decide_and_pay_again: placed,
  });
  expect(await decision.payAgain(asked, 'address')).toEqual(placed);
  expect(rpc).toHaveBeenLastCalledWith('decide_and_pay_again', {
    p_trace: 'its trace',
    p_answer: expect.objectContaining({ status: '4' }) as unknown,
    ...seen,
  });
  expect(onDecided).toHaveBeenCalledOnce();
});

it('an order that the bank’s answer has closed is not paid again', async () => {
  const { decision } = shop('', {
    begin_payment_within_limits: { step: 'ask', trace: 'its trace', checkoutId: null },
    decide_and_pay_again: { refusal: 'order_closed', details: null },
  });
  await expect(decision.payAgain(asked, 'address')).rejects.toMatchObject({ code: 'order_closed' });
});

it('a check asks the bank when a transaction is due, and shows the order as it is then', async () => {
  const paid = { status: 'paid' };
  const { rpc, decision } = shop('<input name="Lite_Payment_Card_Status" value="0">', {
    check_payment_within_limits: { step: 'ask', trace: 'its trace', checkoutId: null },
    decide_checked_payment: paid,
  });
  expect(await decision.check(asked, 'address')).toEqual(paid);
  expect(rpc.mock.calls).toEqual([
    ['check_payment_within_limits', { ...countedBy, ...seen }],
    [
      'decide_checked_payment',
      { p_trace: 'its trace', p_answer: expect.objectContaining({ status: '0' }) as unknown, ...seen },
    ],
  ]);
});

it('a check that needs no answer of the bank shows the stored order', async () => {
  const order = { status: 'pending' };
  for (const step of ['wait', 'nothing']) {
    const { bank, decision } = shop('', { check_payment_within_limits: { step, order } });
    expect([await decision.check(asked, 'address'), bank.mock.calls.length]).toEqual([order, 0]);
  }
});

it('a check of an order that the caller does not see shows nothing', async () => {
  const { rpc, bank, decision } = shop('');
  rpc.mockReturnValue(null as never);
  expect([await decision.check(asked, 'address'), bank.mock.calls.length]).toEqual([null, 0]);
});

it('a check beyond the limits is refused', async () => {
  const { bank, decision } = shop('', {
    check_payment_within_limits: { refusal: 'too_many_requests', details: '30' },
  });
  await expect(decision.check(asked, 'address')).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { headers: { 'retry-after': '30' } },
  });
  expect(bank).not.toHaveBeenCalled();
});
