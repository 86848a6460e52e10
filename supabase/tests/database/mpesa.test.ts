import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { type TaskInShort, taskTitle } from '../../functions/_shared/contract/owner-task-text.ts';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  as,
  available,
  bankDecides,
  place,
  shop,
  statementColumns,
  type Transaction,
} from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { bookScene, type OrderOf } from './book-scene.ts';

/*
 * Prompts of M-Pesa and payments to the paybill. The cases are Safaricom's codes and the failures that integrators report:
 * late call-backs, "no answer" before a payment, the same notice three times, codes that pay two orders.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { owner, newOrder, bookOf, openTasks, reverse, detailsOf } = bookScene(sql);

const phone = '254712345678';

beforeAll(async () => {
  await sql`update private.settings set prompts_are_on = true where true`;
});

type Prompted = Awaited<ReturnType<typeof newOrder>> & { trace: string; checkoutId: string };

/** Opens a prompt for an order, as the api does before it calls Safaricom. */
const open = async (sid: string, { order }: OrderOf): Promise<string> =>
  (
    await answerTo<{ transaction: { trace: string } }>(
      sql,
      shop,
      'public.pay_again($1, $2, null, $3)',
      sid,
      order.id,
      phone,
    )
  ).transaction.trace;
const note = (trace: string, answer: object | null) =>
  answerTo(sql, shop, 'public.note_prompt($1, $2::jsonb)', trace, answer);
/** A new order of KES 2,000 whose prompt Safaricom has taken. */
const prompted = async (options: Parameters<typeof newOrder>[0] = {}): Promise<Prompted> => {
  const placed = await newOrder(options);
  const trace = await open(placed.sid, placed);
  const checkoutId = `ws_CO_${randomUUID()}`;
  await note(trace, { status: 'sent', checkoutId });
  return { ...placed, trace, checkoutId };
};
const asked = ({ trace }: Prompted, status: string, description = '') =>
  bankDecides(sql, trace, { trace, status, description }, 'reconcile');
const ago = ({ order }: Prompted, minutes: number) =>
  sql`update public.transactions set created_at = created_at - make_interval(mins => ${minutes}),
    asked_at = null where order_id = ${order.id}`;
const newReceipt = () => `T${randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase()}`;
const notice = ({ trace, checkoutId }: Prompted, over: object = {}) =>
  answerTo<{ step: string }>(sql, shop, 'public.note_prompt_result($1, $2::jsonb)', trace, {
    checkoutId,
    code: '0',
    receipt: newReceipt(),
    cents: 200_000,
    ...over,
  });
const account = ({ order }: OrderOf) => `IC${order.id.slice(-8).toUpperCase()}`;
type Told = { receipt?: string; account: string; kes?: number };
/** Safaricom tells of a payment to the paybill; with evidence it is in the list that we asked for. */
const told = async (
  { receipt = newReceipt(), account, kes = 2000 }: Told,
  evidence: 'pull' | null = null,
) => {
  const paidAt = new Date().toISOString();
  const payment = {
    receipt,
    account,
    cents: kes * 100,
    payer: 'ACHIENG O',
    paidAt,
    body: evidence ? null : {},
  };
  await answerTo(sql, shop, 'public.note_paybill_payments($1::jsonb, $2)', [payment], evidence);
  return receipt;
};
const seen = async ({ sid, order }: OrderOf & { sid: string }) =>
  answerTo<Order>(sql, shop, 'public.visible_order($1, $2)', sid, order.id);
const transactionsOf = async ({ order }: OrderOf) =>
  (
    await sql<{ status: string; code: string | null }[]>`
      select status, transaction_id as code from private.transactions_of_order(${order.id})
      where payment_method = 'mpesa' order by created_at`
  ).map(({ status, code }) => [status, code]);
const today = nairobiDay();
/** Brings the organisation's statement, of so many cents by receipt. */
const bringStatement = (sums: [string, number][]) => {
  const lines = sums.map(([bankIndex, amountCents], i) => ({
    line: i + 2,
    day: today,
    bankIndex,
    reference: 'Pay Bill',
    amountCents,
    feeCents: 0,
  }));
  return as(
    sql,
    owner,
    (t) => t`select public.import_bank_statement(${randomUUID()}, 'mpesa.csv', ${t.json(statementColumns)},
      ${t.json(lines)})`,
  );
};
const matchLines = () => answerTo(sql, shop, 'public.match_open_lines()');
/** A line of the organisation's statement, and the run that matches it. */
const statementWith = async (receipt: string, kes: number) => {
  await bringStatement([[receipt, kes * 100]]);
  await matchLines();
};
/** Staff write down a code from a text message. Returns the id of the payment. */
const type = async (receipt: string, { order }: OrderOf, method = 'mpesa') => {
  const id = randomUUID();
  const entry = [id, order.id, method, receipt, 2000, today];
  await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
  return id;
};
/** What Safaricom says came today for an order, less what the shop counts. */
const differenceOf = async ({ order }: OrderOf) => {
  const [row] = await sql<{ cents: string }[]>`
    select coalesce(sum(coalesce(bank, 0) - coalesce(shop, 0)), 0) as cents
    from private.both_books(now() - interval '2 days', now() + interval '1 day') where order_id = ${order.id}`;
  return Number(row?.cents);
};
/** The titles of the open tasks about an order, after its number. */
const tasksOf = async ({ order }: OrderOf) =>
  (
    await sql<{ task: TaskInShort }[]>`
      select private.task_in_short(k) as task from public.owner_tasks k
      where k.order_id = ${order.id} and k.closed_at is null`
  ).map(({ task }) => taskTitle(task).replace(/^.*?order #\w+: /, ''));
const announced = async (placed: OrderOf & { sid: string }) => (await seen(placed)).payment.announcedCents;
/** Minutes for which the pieces of an order are held. */
const heldFor = async ({ order }: OrderOf) => {
  const [row] = await sql<{ minutes: number }[]>`
    select round(extract(epoch from min(expires_at) - now()) / 60)::integer as minutes
    from private.stock_holds where order_id = ${order.id} and expires_at > now()`;
  return row?.minutes ?? 0;
};
/** How each payment came to count, as the story of the order tells it. */
const countedIn = async (placed: OrderOf) =>
  (await detailsOf(placed)).timeline.flatMap((event) =>
    event.kind === 'payment_counted' ? [[event.way, event.reference, event.hereCents, event.by]] : [],
  );
const paid = [200_000, 0, 200_000, 0, 0];
const unpaid = [200_000, 0, 0, 0, 200_000];

describe('a prompt', () => {
  it('is for what is due, replaces the unused card page, and one at a time', async () => {
    const placed = await newOrder();
    const trace = await open(placed.sid, placed);
    const [row] = await sql<object[]>`
      select amount, phone, reference, status, source, checkout_id from public.transactions where trace = ${trace}`;
    expect(row).toEqual({
      amount: 2000,
      phone,
      reference: account(placed),
      status: 'pending',
      source: 'asked',
      checkout_id: null,
    });
    expect(await refusalCode(open(placed.sid, placed))).toBe('payment_undecided');
    expect(
      await refusalCode(answerTo(sql, shop, 'public.pay_again($1, $2)', placed.sid, placed.order.id)),
    ).toBe('payment_undecided');
    expect(await seen(placed)).toMatchObject({
      nextStep: 'wait',
      payment: { prompt: { isOpen: true, phone } },
    });
  });

  it('blocks no other way after three minutes, and is asked about on; paid both ways, it is too much', async () => {
    const order = await prompted();
    await asked(order, '4999');
    const { nextStep, payment } = await seen(order);
    expect(nextStep).toBe('wait');
    const { sentAt = '', blocksUntil } = payment.prompt ?? {};
    expect(Date.parse(blocksUntil ?? '') - Date.parse(sentAt)).toBe(3 * 60_000);
    await ago(order, 4);
    expect(await seen(order)).toMatchObject({
      nextStep: 'pay',
      payment: { prompt: { isOpen: true, blocksUntil: null } },
    });
    const again = await answerTo<Parameters<typeof approved>[0]>(
      sql,
      shop,
      'public.pay_again($1, $2)',
      order.sid,
      order.order.id,
    );
    await bankDecides(sql, again.transaction.trace, approved(again));
    expect(await bookOf(order)).toEqual(paid);
    await asked(order, '0');
    expect(await bookOf(order)).toEqual([200_000, 0, 400_000, 0, -200_000]);
    expect(await openTasks(order)).toEqual([['overpaid', expect.anything()]]);
  });

  it('counts by the answer to our query alone, with its receipt to follow', async () => {
    const order = await prompted();
    expect((await notice(order, { receipt: null })).step).toBe('ask');
    expect(await bookOf(order)).toEqual(unpaid);
    await asked(order, '0');
    expect(await bookOf(order)).toEqual(paid);
    expect(await seen(order)).toMatchObject({
      status: 'paid',
      // The account that it was sent for is no receipt.
      payment: { reference: null, prompt: { isPaid: true, hasReceipt: false } },
    });
    const receipt = newReceipt();
    await notice(order, { receipt });
    expect(await transactionsOf(order)).toEqual([['completed', receipt]]);
    expect(await countedIn(order)).toEqual([]);
    expect((await detailsOf(order)).timeline).toContainEqual(
      expect.objectContaining({
        kind: 'bank_answered',
        method: 'mpesa',
        verdict: 'approved',
        paid: { cents: 200_000, receipt },
      }),
    );
    // It is what page and papers name, and no bank has approved it.
    expect(await seen(order)).toMatchObject({ payment: { reference: receipt, recordedCents: 200_000 } });
    const [paper] = await sql<{ content: { payments: object[] } }[]>`
      select content from private.papers where order_id = ${order.order.id}`;
    expect(paper?.content.payments).toMatchObject([{ method: 'mpesa', reference: expect.any(String) }]);
  });

  it('is with the shop at once: no goods wait for a statement of the bank', async () => {
    const byPhone = await prompted({ price: 60_000, quantity: 1 });
    await asked(byPhone, '0');
    expect(await seen(byPhone)).toMatchObject({ status: 'paid', delivery: { after: null } });
    const byHand = await newOrder({ price: 60_000, quantity: 1 });
    await told({ account: account(byHand), kes: 60_000 }, 'pull');
    expect(await seen(byHand)).toMatchObject({ status: 'paid', delivery: { after: null } });
  });

  it('of which a forged notice says that it was paid is not, and stays asked about', async () => {
    const order = await prompted();
    await notice(order);
    await ago(order, 2);
    await asked(order, '1032');
    expect(await bookOf(order)).toEqual(unpaid);
    const [row] = await sql<{ status: string; asks: boolean }[]>`
      select status, next_ask_at is not null as asks from public.transactions where trace = ${order.trace}`;
    expect(row).toEqual({ status: 'failed', asks: true });
  });

  it.each([
    // Code, minutes since it was sent, what becomes of it.
    ['1', 0, 'failed'],
    ['8', 0, 'failed'],
    ['1001', 0, 'failed'],
    ['1019', 0, 'failed'],
    ['1025', 0, 'failed'],
    ['2001', 0, 'failed'],
    ['9999', 0, 'failed'],
    ['E3008', 0, 'failed'],
    ['1032', 0, 'pending'],
    ['1032', 2, 'failed'],
    ['1037', 0, 'pending'],
    ['1037', 4, 'failed'],
    ['17', 1, 'pending'],
    ['26', 4, 'failed'],
    ['4999', 10, 'pending'],
    ['500.001.1001', 10, 'pending'],
    ['7777', 10, 'pending'],
    ['', 10, 'pending'],
    ['0', 0, 'completed'],
  ])(
    'with the code %j after %i minutes is %s, and its order has not failed',
    async (code, minutes, status) => {
      const order = await prompted();
      await ago(order, minutes);
      await asked(order, code);
      const [row] = await sql<{ status: string }[]>`
      select status from public.transactions where trace = ${order.trace}`;
      expect(row?.status).toBe(status);
      const shown = await seen(order);
      expect(shown.status).toBe(status === 'completed' ? 'paid' : 'pending');
      if (status === 'failed')
        expect(shown).toMatchObject({ nextStep: 'pay', payment: { prompt: { code } } });
    },
  );

  it('is no page of the bank: the same cart sent again while it is open begins no payment by its trace', async () => {
    const order = await prompted();
    await ago(order, 4);
    const { transaction } = await place(sql, [{ productId: order.product.id, quantity: 2, price: 1000 }], {
      sid: order.sid,
    });
    expect(transaction).toBeNull();
  });

  it('that was refused takes nothing from a card that is refused next: its order is held for longer once', async () => {
    const order = await prompted();
    await asked(order, '2001');
    const again = await answerTo<Parameters<typeof approved>[0]>(
      sql,
      shop,
      'public.pay_again($1, $2)',
      order.sid,
      order.order.id,
    );
    await sql`update private.stock_holds set expires_at = now() + interval '5 minutes' where order_id = ${order.order.id}`;
    await bankDecides(sql, again.transaction.trace, { status: '4', trace: again.transaction.trace });
    expect(await heldFor(order)).toBe(30);
  });

  it('that was told to be paid and is not by the query is a task after half an hour, until it is decided', async () => {
    const order = await prompted();
    await notice(order);
    await asked(order, '4999');
    const giveUp = () => as(sql, shop, (t) => t`select public.give_up_transactions()`);
    await ago(order, 29);
    await giveUp();
    expect(await openTasks(order)).toEqual([]);
    await ago(order, 2);
    await giveUp();
    await giveUp();
    expect(await openTasks(order)).toEqual([['undecided', null]]);
    await asked(order, '0');
    expect(await openTasks(order)).toEqual([]);
    expect(await bookOf(order)).toEqual(paid);
  });

  it('with the code of too little money and the text of an open one is open', async () => {
    const order = await prompted();
    await asked(order, '1', 'The transaction is still under processing');
    expect(await seen(order)).toMatchObject({ payment: { prompt: { isOpen: true } } });
  });

  it('that was not answered and then paid is paid; a quarter of an hour long it is asked about', async () => {
    const order = await prompted();
    await ago(order, 4);
    await asked(order, '1037');
    expect(await seen(order)).toMatchObject({ status: 'pending', nextStep: 'pay' });
    await asked(order, '0');
    expect(await bookOf(order)).toEqual(paid);
    expect(await openTasks(order)).toEqual([]);

    const other = await prompted();
    await ago(other, 16);
    await asked(other, '1037');
    const [row] = await sql<{ next: Date | null }[]>`
      select next_ask_at as next from public.transactions where trace = ${other.trace}`;
    expect(row?.next).toBeNull();
  });

  it('paid after its pieces were sold is a question, and no second sale', async () => {
    const order = await prompted({ stock: 2 });
    await ago(order, 40);
    await sql`update private.stock_holds set expires_at = now() where order_id = ${order.order.id}`;
    const faster = await place(sql, [{ productId: order.product.id, quantity: 2, price: 1000 }]);
    await bankDecides(sql, faster.transaction.trace, approved(faster));
    await asked(order, '0');
    expect(await available(sql, order.product.id)).toBe(0);
    expect(await openTasks(order)).toEqual([['late_money', expect.anything()]]);
  });

  it('that Safaricom refused frees the next at once; of one without an answer nobody knows', async () => {
    const refused = await newOrder();
    await note(await open(refused.sid, refused), {
      status: 'refused',
      code: '400.002.02',
      description: 'Bad',
    });
    expect(await seen(refused)).toMatchObject({ nextStep: 'pay', payment: { prompt: { code: 'refused' } } });
    const silent = await newOrder();
    const trace = await open(silent.sid, silent);
    await note(trace, null);
    expect(await seen(silent)).toMatchObject({
      nextStep: 'wait',
      payment: { prompt: { code: 'no answer' } },
    });
    // The notice names it: then it can be asked about.
    const answered = { ...silent, trace, checkoutId: `ws_CO_${randomUUID()}` };
    expect((await notice(answered)).step).toBe('ask');
    await asked(answered, '0');
    expect(await bookOf(silent)).toEqual(paid);
  });

  it('cannot be asked about by the name of another prompt', async () => {
    const mine = await prompted();
    const other = await newOrder();
    const trace = await open(other.sid, other);
    expect((await notice({ ...other, trace, checkoutId: mine.checkoutId })).step).toBe('nothing');
    const [row] = await sql<{ id: string | null }[]>`
      select checkout_id as id from public.transactions where trace = ${trace}`;
    expect(row?.id).toBeNull();
    // Nor does a notice of another say what a prompt took, whose payment counts already.
    const receipt = newReceipt();
    await notice(mine, { receipt });
    await asked(mine, '0');
    const third = await prompted();
    for (const checkoutId of [mine.checkoutId, 'ws_CO_unknown'])
      expect((await notice(third, { receipt, checkoutId })).step).toBe('nothing');
    await asked(third, '0');
    expect(await bookOf(third)).toEqual(paid);
  });

  it('above the limit is for as much as M-Pesa takes, and the next one for the rest', async () => {
    await sql`update private.settings set mpesa_limit = 1500 where true`;
    const first = await prompted();
    expect(await seen(first)).toMatchObject({ payment: { prompt: { amount: 1500 }, dueAmount: 2000 } });
    await asked(first, '0');
    const left = { status: 'pending', word: 'part_paid', nextStep: 'pay' };
    expect(await seen(first)).toMatchObject({ ...left, payment: { acceptedCents: 150_000, dueAmount: 500 } });
    const trace = await open(first.sid, first);
    const checkoutId = `ws_CO_${randomUUID()}`;
    await note(trace, { status: 'sent', checkoutId });
    expect(await seen(first)).toMatchObject({ payment: { prompt: { amount: 500 } } });
    await asked({ ...first, trace, checkoutId }, '0');
    expect(await seen(first)).toMatchObject({ status: 'paid', payment: { acceptedCents: 200_000 } });
    await sql`update private.settings set mpesa_limit = 250000 where true`;
  });

  it('is refused when the shop has it off, and to no number of Kenya', async () => {
    const placed = await newOrder();
    const to = (number: string) =>
      refusalCode(
        answerTo(sql, shop, 'public.pay_again($1, $2, null, $3)', placed.sid, placed.order.id, number),
      );
    expect(await to('254733')).toBe('invalid_request');
    await sql`update private.settings set prompts_are_on = false where true`;
    expect(await to(phone)).toBe('prompts_are_off');
    await sql`update private.settings set prompts_are_on = true where true`;
  });

  it('is given up after three days, with a task where Safaricom knew of it', async () => {
    const order = await prompted();
    await asked(order, '4999');
    await ago(order, 73 * 60);
    await asked(order, '4999');
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    expect(await openTasks(order)).toEqual([['undecided', null]]);
    expect((await seen(order)).status).toBe('pending');
  });
});

describe('a payment to the paybill', () => {
  it('that is only told holds the pieces, and counts once Safaricom lists it', async () => {
    const placed = await newOrder({ stock: 2 });
    await sql`update private.stock_holds set expires_at = now() where order_id = ${placed.order.id}`;
    const receipt = await told({ account: account(placed) });
    expect(await bookOf(placed)).toEqual(unpaid);
    expect(await available(sql, placed.product.id)).toBe(0);
    expect(await seen(placed)).toMatchObject({ status: 'pending', payment: { announcedCents: 200_000 } });
    const toRecord = async () =>
      (await answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', placed.order.id)).announced;
    expect(await toRecord()).toEqual([{ code: receipt, cents: 200_000 }]);
    await told({ receipt, account: account(placed) });
    await told({ receipt, account: account(placed) }, 'pull');
    await told({ receipt, account: account(placed) }, 'pull');
    await told({ receipt, account: account(placed) });
    expect(await bookOf(placed)).toEqual(paid);
    expect(await toRecord()).toEqual([]);
    expect(await transactionsOf(placed)).toEqual([['completed', receipt]]);
    expect(await seen(placed)).toMatchObject({ status: 'paid', payment: { announcedCents: 0 } });
    expect(await countedIn(placed)).toEqual([['list', receipt, 200_000, null]]);
  });

  it('counts by a line of a statement with its receipt and sum', async () => {
    const placed = await newOrder();
    const receipt = await told({ account: account(placed) });
    await statementWith(receipt, 1999);
    expect(await bookOf(placed)).toEqual(unpaid);
    await statementWith(receipt, 2000);
    expect(await bookOf(placed)).toEqual(paid);
    expect(await countedIn(placed)).toEqual([['statement', receipt, 200_000, null]]);
  });

  it('counts when staff record its code, once', async () => {
    const placed = await newOrder();
    const receipt = await told({ account: account(placed) });
    const entry = [randomUUID(), placed.order.id, 'mpesa', receipt, 2000, today];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
    await told({ receipt, account: account(placed) }, 'pull');
    expect(await bookOf(placed)).toEqual(paid);
    expect(await seen(placed)).toMatchObject({ payment: { announcedCents: 0 } });
  });

  it.each([
    ['as it is said', (number: string) => `IC${number}`],
    ['in small letters', (number: string) => `ic${number.toLowerCase()}`],
    ['with a hyphen and blanks', (number: string) => `IC - ${number.slice(0, 4)} ${number.slice(4)}`],
    ['without IC', (number: string) => number],
    ['with O for 0', (number: string) => `IC${number.replaceAll('0', 'O')}`],
    ['with 8 for B', (number: string) => `IC${number.replaceAll('B', '8')}`],
    ['with I for 1 and S for 5', (number: string) => `1c${number.replaceAll('1', 'I').replaceAll('5', 'S')}`],
  ])('is of its order with the account typed %s', async (_, typed) => {
    const placed = await newOrder();
    await told({ account: typed(placed.order.id.slice(-8).toUpperCase()) }, 'pull');
    expect(await bookOf(placed)).toEqual(paid);
  });

  it.each(['IC1C43139D', '1C43139D', 'ic 1c43139d', '1c-lC43I39D'])(
    'typed %s is of the number 1C43139D',
    async (typed) => {
      const [row] =
        await sql`select private.folded_account(${typed}) = private.folded_account('1C43139D') as is_same`;
      expect(row).toEqual({ is_same: true });
    },
  );

  it('typed exactly pays in parts, from any phone, and too much is a task', async () => {
    const placed = await newOrder();
    await told({ account: account(placed), kes: 500 }, 'pull');
    expect(await bookOf(placed)).toEqual([200_000, 0, 50_000, 0, 150_000]);
    await told({ account: account(placed), kes: 1600 }, 'pull');
    expect(await bookOf(placed)).toEqual([200_000, 0, 210_000, 0, -10_000]);
    expect(await openTasks(placed)).toEqual([['overpaid', expect.anything()]]);
  });

  it('typed badly with another sum, or naming nothing, is a payment without an order', async () => {
    const placed = await newOrder();
    const badly = await told({ account: `ic ${account(placed).slice(2).toLowerCase()}`, kes: 700 }, 'pull');
    const nothing = await told({ account: 'school fees' }, 'pull');
    expect(await bookOf(placed)).toEqual(unpaid);
    for (const code of [badly, nothing]) {
      const [row] = await sql<{ id: string; rest: string }[]>`
        select id, private.rest_left(id) as rest from public.transactions where transaction_id = ${code}`;
      expect(Number(row?.rest)).toBe(code === badly ? 70_000 : 200_000);
    }
    // A person gives it to an order.
    const [row] = await sql<
      { id: string }[]
    >`select id from public.transactions where transaction_id = ${badly}`;
    const shares = [{ orderId: placed.order.id, cents: 70_000 }];
    await answerTo(sql, owner, 'public.share_payment($1, $2, $3::jsonb)', randomUUID(), row?.id, shares);
    expect(await bookOf(placed)).toEqual([200_000, 0, 70_000, 0, 130_000]);
  });

  it('that is announced holds the pieces of an order of which a part is paid for no shorter than before', async () => {
    const placed = await newOrder();
    await told({ account: account(placed), kes: 500 }, 'pull');
    const before = await heldFor(placed);
    expect(before).toBeGreaterThan(24 * 60);
    await told({ account: account(placed), kes: 1500 });
    expect(await heldFor(placed)).toBe(before);
  });

  it('whose code staff gave to another order changes nothing of the one that was typed', async () => {
    const [typed, other] = [await newOrder(), await newOrder()];
    const receipt = newReceipt();
    await type(receipt, other);
    await sql`update private.stock_holds set expires_at = now() where order_id = ${typed.order.id}`;
    await told({ receipt, account: account(typed) }, 'pull');
    expect([await bookOf(typed), await bookOf(other)]).toEqual([unpaid, paid]);
    expect(await heldFor(typed)).toBe(0);
    expect(await announced(typed)).toBe(0);
  });

  it('whose code staff typed for the wrong order is announced again when they take it back, and counts once listed', async () => {
    const [right, wrong] = [await newOrder(), await newOrder()];
    const receipt = await told({ account: account(right) });
    await reverse(await type(receipt, wrong), 'mistake');
    expect(await announced(right)).toBe(200_000);
    await told({ receipt, account: account(right) }, 'pull');
    expect([await bookOf(right), await bookOf(wrong)]).toEqual([paid, unpaid]);
    // Of which only staff knew: nobody has told of it any more.
    const known = newReceipt();
    const third = await newOrder();
    await reverse(await type(known, third), 'mistake');
    expect(await announced(third)).toBe(0);
    await told({ receipt: known, account: account(third) }, 'pull');
    expect(await bookOf(third)).toEqual(paid);
  });

  it('of which staff typed the sum from a made-up message is a question once it is listed, until they take it back', async () => {
    const placed = await newOrder();
    const receipt = newReceipt();
    const payment = await type(receipt, placed);
    expect(await differenceOf(placed)).toBe(0);
    await told({ receipt, account: account(placed), kes: 20 }, 'pull');
    await told({ receipt, account: account(placed), kes: 20 }, 'pull');
    expect(await tasksOf(placed)).toEqual(['Safaricom lists KES 20 for a payment that counts as KES 2,000']);
    expect(await differenceOf(placed)).toBe(-198_000);
    await reverse(payment, 'mistake');
    expect(await tasksOf(placed)).toEqual([]);
    expect(await announced(placed)).toBe(2000);
    await told({ receipt, account: account(placed), kes: 20 }, 'pull');
    expect(await bookOf(placed)).toEqual([200_000, 0, 2000, 0, 198_000]);
    expect(await differenceOf(placed)).toBe(0);
  });

  it('of another sum than counts keeps the goods here until a person has looked', async () => {
    const placed = await newOrder();
    const receipt = newReceipt();
    await type(receipt, placed);
    const need = async () => {
      const { shipping, completionNeed } = await detailsOf(placed);
      return [shipping.need, shipping.packingObstacle, completionNeed];
    };
    expect(await need()).toEqual(['nothing', null, 'nothing']);
    await told({ receipt, account: account(placed), kes: 20 }, 'pull');
    expect(await need()).toEqual(['question', 'payment_in_question', 'question']);
    const complete = () =>
      refusalCode(
        answerTo(sql, owner, `public.advance_order($1, 'completed', 'They promised it')`, placed.order.id),
      );
    expect(await complete()).toBe('payment_in_question');
    const [task] = await sql<{ id: string }[]>`
      select id from public.owner_tasks where order_id = ${placed.order.id} and kind = 'wrong_amount'`;
    await answerTo(sql, owner, `public.close_owner_task($1, 'looked_at', 'They called Safaricom')`, task?.id);
    expect(await need()).toEqual(['nothing', null, 'nothing']);
    expect(await complete()).toBe('done');
  });

  it('of another sum than staff wrote down is a question of the order that it pays, however they did', async () => {
    const [typed, other] = [await newOrder(), await newOrder()];
    const receipts = [newReceipt(), newReceipt()] as const;
    await type(receipts[0], other, 'transfer');
    const entry = [randomUUID(), null, 'mpesa', receipts[1], 2000, today];
    const shares = [{ orderId: other.order.id, cents: 200_000 }];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb)', ...entry, shares);
    for (const receipt of receipts) await told({ receipt, account: account(typed), kes: 20 }, 'pull');
    expect(await tasksOf(typed)).toEqual([]);
    const title = 'Safaricom lists KES 20 for a payment that counts as KES 2,000';
    expect((await tasksOf(other)).filter((one) => one === title)).toHaveLength(2);
    // Who has looked may leave it as it is.
    const tasks = await sql<{ id: string }[]>`
      select id from public.owner_tasks where order_id = ${other.order.id} and kind = 'wrong_amount'`;
    for (const { id } of tasks)
      expect(
        await answerTo(sql, owner, `public.close_owner_task($1, 'looked_at', 'They called Safaricom')`, id),
      ).toMatchObject({ outcome: 'looked_at', amountCents: 200_000 });
    expect(await tasksOf(other)).not.toContain(title);
  });

  it('of which Safaricom told another sum is not recorded: staff read its sum', async () => {
    const placed = await newOrder();
    const receipt = await told({ account: account(placed), kes: 20 });
    const differs = { message: 'payment_sum_differs', detail: '2000' };
    await expect(type(receipt, placed)).rejects.toMatchObject(differs);
    await expect(type(receipt.toLowerCase(), placed, 'transfer')).rejects.toMatchObject(differs);
    expect(await bookOf(placed)).toEqual(unpaid);
    const entry = [randomUUID(), placed.order.id, 'mpesa', receipt, 20, today];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
    expect(await bookOf(placed)).toEqual([200_000, 0, 2000, 0, 198_000]);
  });

  it('that Safaricom has told of is no transfer, cheque or cash besides, however often it is sent', async () => {
    const [placed, other] = [await newOrder(), await newOrder()];
    const receipt = await told({ account: account(placed) });
    const asOther = (method: string) =>
      refusalCode(
        answerTo(
          sql,
          owner,
          'public.record_payment($1, $2, $3, $4, $5, $6, null, true)',
          randomUUID(),
          other.order.id,
          method,
          receipt.toLowerCase(),
          2000,
          today,
        ),
      );
    const methods = ['transfer', 'cheque', 'cash'];
    for (const method of methods) expect(await asOther(method)).toBe('payment_by_mpesa');
    await type(receipt, placed);
    for (const method of methods) expect(await asOther(method)).toBe('payment_recorded');
    await told({ receipt, account: account(placed) }, 'pull');
    for (const method of methods) expect(await asOther(method)).toBe('payment_recorded');
    expect([await bookOf(placed), await bookOf(other)]).toEqual([paid, unpaid]);
    // Staff wrote it down as a transfer before Safaricom told of it: it is that payment.
    const [first, second] = [newReceipt(), await newOrder()];
    await type(first, second, 'transfer');
    await told({ receipt: first, account: account(second) });
    const again = [randomUUID(), other.order.id, 'mpesa', first, 2000, today];
    expect(
      await refusalCode(
        answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6, null, true)', ...again),
      ),
    ).toBe('payment_recorded');
    expect([await bookOf(second), await bookOf(other)]).toEqual([paid, unpaid]);
  });

  it('counts with the sum that is listed, whatever a notice said of it', async () => {
    const placed = await newOrder();
    const receipt = await told({ account: account(placed) });
    await told({ receipt, account: account(placed), kes: 20 }, 'pull');
    expect(await bookOf(placed)).toEqual([200_000, 0, 2000, 0, 198_000]);
    expect(await announced(placed)).toBe(0);
  });

  it('that cannot count now does not keep the others away', async () => {
    const [busy, other] = [await newOrder(), await newOrder()];
    const payments = [busy, other].map((placed, i) => ({
      receipt: `${i}${newReceipt().slice(1)}`,
      account: account(placed),
      cents: 200_000,
      payer: '',
      paidAt: new Date().toISOString(),
    }));
    await sql.begin(async (t) => {
      await t`select 1 from public.orders where id = ${busy.order.id} for update`;
      await answerTo(sql, shop, `public.note_paybill_payments($1::jsonb, 'pull')`, payments);
      expect(await bookOf(other)).toEqual(paid);
      expect(await bookOf(busy)).toEqual(unpaid);
    });
    await answerTo(sql, shop, `public.note_paybill_payments($1::jsonb, 'pull')`, payments);
    expect(await bookOf(busy)).toEqual(paid);
  });

  /** Two orders, paid by one list or statement; `meets` runs, in a transaction of its own, while that waits for it. */
  const countedTogether = async (
    [first, second]: [OrderOf, OrderOf],
    way: 'list' | 'statement',
    begins: (t: Transaction) => Promise<unknown>,
    meets: (t: Transaction) => Promise<unknown>,
  ) => {
    const payments = [first, second].map((placed, i) => ({
      receipt: `${i}${newReceipt().slice(1)}`,
      account: account(placed),
      cents: 200_000,
      payer: '',
      paidAt: new Date().toISOString(),
    }));
    if (way === 'statement') {
      await answerTo(sql, shop, 'public.note_paybill_payments($1::jsonb)', payments);
      await bringStatement(payments.map(({ receipt, cents }) => [receipt, cents]));
    }
    let counting: Promise<unknown> = Promise.resolve();
    await sql.begin(async (t) => {
      const [mine] = await t<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await begins(t);
      counting =
        way === 'list'
          ? answerTo(sql, shop, `public.note_paybill_payments($1::jsonb, 'pull')`, payments)
          : matchLines();
      counting.catch(() => {});
      await expect
        .poll(() => sql`select 1 from pg_stat_activity where ${mine?.pid ?? 0} = any(pg_blocking_pids(pid))`)
        .toHaveLength(1);
      await meets(t);
    });
    await counting;
    for (const placed of [first, second]) expect(await bookOf(placed)).toEqual(paid);
  };

  it.each(['list', 'statement'] as const)(
    'in a %s with another waits for no order once it has pieces, while the bank decides about that order',
    async (way) => {
      const first = await newOrder({ stock: 10 });
      const { product } = first;
      const second = await place(sql, [{ productId: product.id, quantity: 2, price: product.price }]);
      await countedTogether(
        [first, second],
        way,
        // As whoever decides about a payment: the order, then its pieces.
        (t) => t`select 1 from public.orders where id = ${second.order.id} for update`,
        (t) => t`select 1 from public.products where id = ${product.id} for no key update`,
      );
    },
  );

  it.each(['list', 'statement'] as const)(
    'in a %s with another waits for no pieces once its invoice has a number',
    async (way) => {
      const orders = [await newOrder(), await newOrder()] as const;
      await countedTogether(
        [...orders],
        way,
        // As whoever sells it: the pieces, then the number of the invoice.
        (t) => t`select 1 from public.products where id = ${orders[1].product.id} for no key update`,
        (t) => t`select pg_advisory_xact_lock(hashtextextended('private.paper_counters', 0))`,
      );
    },
  );

  it('for a cancelled order is to be given back', async () => {
    const placed = await newOrder();
    await sql`select private.cancel_order(${placed.order.id})`;
    await told({ account: account(placed) }, 'pull');
    expect(await openTasks(placed)).toEqual([['overpaid', expect.anything()]]);
  });
});

describe('the organisation’s statement', () => {
  type Line = {
    bankIndex: string;
    amountCents: number;
    account?: string;
    reference?: string;
    feeCents?: number;
  };
  const numbered = (lines: Line[]) =>
    lines.map((line, i) => ({ line: i + 2, day: today, feeCents: 0, ...line }));
  const preview = async (lines: Line[]) =>
    (
      await answerTo<{ counts: Record<string, { lines: number }>; questions: object[] }>(
        sql,
        owner,
        'public.preview_bank_statement($1::jsonb)',
        numbered(lines),
      )
    ).counts;
  const bring = (lines: Line[]) => {
    const sent = [randomUUID(), 'mpesa.csv', statementColumns, numbered(lines)];
    return answerTo<{ settled: number; known: number }>(
      sql,
      owner,
      'public.import_bank_statement($1, $2, $3::jsonb, $4::jsonb)',
      ...sent,
    );
  };
  const lineOf = async (bankIndex: string, cents: number) => {
    const [row] = await sql<{ id: string; verdict: string; paid: string | null }[]>`
      select id, verdict, transaction_id as paid from public.statement_lines
      where bank_index = ${bankIndex} and amount_cents = ${cents}`;
    return row;
  };

  it('is evidence of every payment to the paybill in it, told of or not, and settles it; again it changes nothing', async () => {
    const [toldOf, never, byPhone, typed] = [
      await newOrder(),
      await newOrder(),
      await prompted(),
      await newOrder(),
    ];
    const receipt = await told({ account: account(toldOf) });
    await asked(byPhone, '0');
    const code = newReceipt();
    await type(code, typed);
    const phoneReceipt = newReceipt();
    const lines = [
      { bankIndex: receipt, account: account(toldOf), amountCents: 200_000 },
      { bankIndex: newReceipt(), account: account(never), amountCents: 150_000 },
      { bankIndex: newReceipt(), account: 'school fees', amountCents: 70_000 },
      { bankIndex: phoneReceipt, account: account(byPhone), amountCents: 200_000 },
      { bankIndex: code, account: account(typed), amountCents: 200_000 },
      // Another sum than was told is a question.
      { bankIndex: await told({ account: 'x', kes: 10 }), account: 'x', amountCents: 999 },
    ];
    expect(await preview(lines)).toMatchObject({
      payment: { lines: 4 },
      settled: { lines: 1 },
      unknown: { lines: 1 },
    });
    expect(await bookOf(never)).toEqual(unpaid);
    expect(await bring(lines)).toMatchObject({ settled: 5 });
    expect(await bookOf(toldOf)).toEqual(paid);
    expect(await bookOf(never)).toEqual([200_000, 0, 150_000, 0, 50_000]);
    expect(await bookOf(byPhone)).toEqual(paid);
    expect(await transactionsOf(byPhone)).toEqual([['completed', phoneReceipt]]);
    expect(await bookOf(typed)).toEqual(paid);
    expect(await bring(lines)).toMatchObject({ settled: 0, known: 6 });
    expect(await bookOf(never)).toEqual([200_000, 0, 150_000, 0, 50_000]);
  });

  it('has fees and reversals, and what else went out is a task that keeps no order back', async () => {
    const placed = await newOrder();
    const receipt = await told({ account: account(placed) }, 'pull');
    const [payment] = await sql<{ id: string }[]>`
      select id from public.transactions where transaction_id = ${receipt}`;
    const back = [
      randomUUID(),
      payment?.id,
      50_000,
      today,
      newReceipt(),
      'Sent back',
      true,
      [],
      false,
      placed.order.id,
    ];
    await answerTo(
      sql,
      owner,
      'public.record_refund($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10)',
      ...back,
    );
    const [reversal, other] = [newReceipt(), newReceipt()];
    await bring([
      { bankIndex: receipt, reference: 'Pay Bill Charge', amountCents: 0, feeCents: 3000 },
      { bankIndex: receipt, reference: 'Pay Bill Charge', amountCents: -3000 },
      { bankIndex: reversal, reference: `Reversal ${receipt}`, amountCents: -50_000 },
      { bankIndex: other, reference: 'Organization Withdrawal', amountCents: -70_000 },
    ]);
    expect((await lineOf(receipt, 0))?.verdict).toBe('fee');
    expect((await lineOf(reversal, -50_000))?.verdict).toBe('refunded');
    expect((await lineOf(other, -70_000))?.verdict).toBe('returned');
    expect((await seen(placed)).status).toBe('paid');
    const [state] = await sql<{ asked: string }[]>`
      select private.asked_of_order(o) as asked from public.orders o where o.id = ${placed.order.id}`;
    // A card's page is open.
    expect(state?.asked).toBe('open');
  });

  it('has money without an account: a person makes it a payment, by its receipt', async () => {
    const bankIndex = newReceipt();
    await bring([{ bankIndex, reference: 'Deposit', amountCents: 123_400 }]);
    const line = await lineOf(bankIndex, 123_400);
    expect(line).toMatchObject({ verdict: 'unknown', paid: null });
    await answerTo(sql, owner, `public.close_statement_line($1, 'A walk-in', p_records => true)`, line?.id);
    expect(
      await sql`select payment_method, transaction_id from public.transactions where bank_amount_cents = 123400
        and transaction_id = ${bankIndex}`,
    ).toEqual([{ payment_method: 'mpesa', transaction_id: bankIndex }]);
  });
});

describe('one payment that is told in two ways counts once:', () => {
  it('a prompt whose receipt is not known is what the paybill received for its account and sum', async () => {
    const order = await prompted();
    await asked(order, '0');
    const receipt = await told({ account: account(order) });
    expect(await transactionsOf(order)).toEqual([['completed', receipt]]);
    await told({ receipt, account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual(paid);
  });

  it('the notice of the paybill came first, then the answer to the query', async () => {
    const order = await prompted();
    const receipt = await told({ account: account(order) });
    expect(await bookOf(order)).toEqual(unpaid);
    await asked(order, '0');
    await notice(order, { receipt });
    await told({ receipt, account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual(paid);
    expect(await transactionsOf(order)).toEqual([['completed', receipt]]);
  });

  it('what was announced while the prompt was open is what it took, once the query says so', async () => {
    const order = await prompted();
    const receipt = await told({ account: account(order) });
    await asked(order, '0');
    expect(await transactionsOf(order)).toEqual([['completed', receipt]]);
    expect(await announced(order)).toBe(0);
  });

  it('what its own notice named first is announced no more', async () => {
    const order = await prompted();
    const receipt = newReceipt();
    await notice(order, { receipt });
    await asked(order, '0');
    await told({ receipt, account: account(order) });
    expect(await announced(order)).toBe(0);
    // One whose receipt a statement has is not what the paybill receives next.
    const other = await prompted();
    const settled = newReceipt();
    await notice(other, { receipt: settled });
    await asked(other, '0');
    await statementWith(settled, 2000);
    await told({ account: account(other) }, 'pull');
    expect(await bookOf(other)).toEqual([200_000, 0, 400_000, 0, -200_000]);
  });

  it('staff typed its code while it was open, and nobody told of it; taken back, it is asked about again', async () => {
    const order = await prompted();
    const payment = await type(newReceipt(), order);
    await asked(order, '0');
    expect(await bookOf(order)).toEqual(paid);
    await reverse(payment, 'mistake');
    expect(await bookOf(order)).toEqual(unpaid);
    const [row] = await sql<{ isDue: boolean }[]>`
      select next_ask_at <= now() as "isDue" from public.transactions where trace = ${order.trace}`;
    expect(row?.isDue).toBe(true);
    await asked(order, '0');
    expect(await bookOf(order)).toEqual(paid);
    // Paid by hand too, with a code of its own.
    await told({ account: account(order) }, 'pull');
    await told({ account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual([200_000, 0, 400_000, 0, -200_000]);
  });

  it('Safaricom’s list had it while the prompt was open', async () => {
    const order = await prompted();
    const receipt = await told({ account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual(paid);
    await asked(order, '0');
    await asked(order, '0');
    await asked(order, '1037');
    await notice(order, { receipt });
    // Nobody asks about it for ever, and it is no question in three days.
    const next = await answerTo(sql, shop, 'public.transaction_to_ask($1)', order.order.id);
    expect(next).not.toMatchObject({ checkoutId: order.checkoutId });
    await ago(order, 73 * 60);
    await as(sql, shop, (t) => t`select public.give_up_transactions()`);
    expect(await openTasks(order)).toEqual([]);
    expect(await bookOf(order)).toEqual(paid);
    expect(await transactionsOf(order)).toEqual([
      ['expired', null],
      ['completed', receipt],
    ]);
  });

  it('the phone did not answer, the list had a payment, and then the query said that it was paid', async () => {
    const order = await prompted();
    await ago(order, 4);
    await asked(order, '1037');
    const receipt = await told({ account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual(paid);
    await notice(order, { receipt });
    await asked(order, '0');
    expect(await bookOf(order)).toEqual(paid);
    // A second payment has a receipt of its own.
    await told({ account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual([200_000, 0, 400_000, 0, -200_000]);
  });

  it('staff typed the code from a text message before the query', async () => {
    const order = await prompted();
    const receipt = newReceipt();
    const entry = [randomUUID(), order.order.id, 'mpesa', receipt, 2000, today];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
    await notice(order, { receipt });
    await asked(order, '0');
    expect(await bookOf(order)).toEqual(paid);
  });

  it('a notice named a receipt that does not exist', async () => {
    const order = await prompted();
    await notice(order, { receipt: newReceipt() });
    await asked(order, '0');
    const receipt = await told({ account: account(order) }, 'pull');
    expect(await transactionsOf(order)).toEqual([['completed', receipt]]);
    // Before the query said so, too.
    const other = await prompted();
    await notice(other, { receipt: newReceipt() });
    const listed = await told({ account: account(other) }, 'pull');
    await asked(other, '0');
    expect(await bookOf(other)).toEqual(paid);
    expect(await transactionsOf(other)).toEqual([
      ['expired', null],
      ['completed', listed],
    ]);
  });

  it('a prompt and a payment by hand of the same sum are two, whichever is listed first', async () => {
    const order = await prompted();
    const receipt = newReceipt();
    await notice(order, { receipt });
    await asked(order, '0');
    const byHand = await told({ account: account(order) }, 'pull');
    await told({ receipt, account: account(order) }, 'pull');
    expect(await bookOf(order)).toEqual([200_000, 0, 400_000, 0, -200_000]);
    expect((await transactionsOf(order)).map(([, code]) => code).sort()).toEqual([receipt, byHand].sort());
  });

  it('staff type the code of a prompt that was paid and has no receipt: they are asked', async () => {
    const order = await prompted();
    await asked(order, '0');
    const record = (isSure: boolean) => {
      const entry = [randomUUID(), order.order.id, 'mpesa', newReceipt(), 2000, today, null, isSure];
      return answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb, $8)', ...entry);
    };
    expect(await refusalCode(record(false))).toBe('payment_reference_used');
    expect(await bookOf(order)).toEqual(paid);
    await record(true);
    expect(await bookOf(order)).toEqual([200_000, 0, 400_000, 0, -200_000]);
  });

  it.each(['transfer', 'cash', 'cheque'])(
    'staff wrote down its code as a %s: it came by M-Pesa, once the list has it',
    async (method) => {
      const placed = await newOrder();
      const receipt = newReceipt();
      await type(receipt, placed, method);
      await told({ receipt, account: account(placed) });
      expect(await announced(placed)).toBe(0);
      expect(await transactionsOf(placed)).toEqual([]);
      await told({ receipt, account: account(placed) }, 'pull');
      await told({ receipt, account: account(placed) }, 'pull');
      expect(await bookOf(placed)).toEqual(paid);
      expect(await transactionsOf(placed)).toEqual([['completed', receipt]]);
      expect(await openTasks(placed)).toEqual([]);
      // A statement of the paybill proves it as well.
      const other = await newOrder();
      const settled = newReceipt();
      await type(settled.toLowerCase(), other, method);
      await told({ receipt: settled, account: account(other) });
      await statementWith(settled, 2000);
      expect(await bookOf(other)).toEqual(paid);
    },
  );

  it('two prompts, of which the second was paid, and the list had it before either was decided', async () => {
    const order = await prompted();
    await ago(order, 4);
    const trace = await open(order.sid, order);
    const second = { ...order, trace, checkoutId: `ws_CO_${randomUUID()}` };
    await note(trace, { status: 'sent', checkoutId: second.checkoutId });
    await told({ account: account(order) }, 'pull');
    await asked(second, '0');
    await asked(order, '1037');
    expect(await bookOf(order)).toEqual(paid);
  });

  it('two prompts and two receipts are two payments', async () => {
    const order = await prompted();
    await ago(order, 4);
    await asked(order, '1037');
    const trace = await open(order.sid, order);
    const second = { ...order, trace, checkoutId: `ws_CO_${randomUUID()}` };
    await note(trace, { status: 'sent', checkoutId: second.checkoutId });
    const [first, other] = [newReceipt(), newReceipt()];
    await notice(order, { receipt: first });
    await notice(second, { receipt: other });
    await asked(second, '0');
    await asked(order, '0');
    expect(await bookOf(order)).toEqual([200_000, 0, 400_000, 0, -200_000]);
    expect((await transactionsOf(order)).map(([, code]) => code)).toEqual([first, other]);
  });
});

it('told at the same moment by query, notice and list, it is one payment', async () => {
  for (let i = 0; i < 15; i += 1) {
    const order = await prompted();
    const receipt = newReceipt();
    await Promise.all([
      asked(order, '0'),
      notice(order, { receipt }),
      told({ receipt, account: account(order) }),
      told({ receipt, account: account(order) }, 'pull'),
      asked(order, '0'),
    ]);
    expect(await bookOf(order)).toEqual(paid);
    expect((await transactionsOf(order)).filter(([status]) => status === 'completed')).toEqual([
      ['completed', receipt],
    ]);
  }
});
