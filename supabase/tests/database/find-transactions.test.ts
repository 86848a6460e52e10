import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageOfRows, RowCursor } from '../../functions/_shared/contract/admin.ts';
import type {
  TransactionEvidence,
  TransactionRow,
  TransactionFilter,
} from '../../functions/_shared/contract/admin-transactions.ts';
import {
  approved,
  as,
  type Character,
  guest,
  newProduct,
  place,
  type Placed,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { answerTo } from '../payment-scene.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');

const find = (
  filter: TransactionFilter,
  { who = admin as Character, after = null as RowCursor | null, size = 50 } = {},
) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ reply: PageOfRows<TransactionRow> }[]>`
      select public.list_transaction_page(${t.json(filter)}, ${size}, ${t.json(after)}) as reply`;
    return row?.reply as PageOfRows<TransactionRow>;
  });
const evidenceOf = (id: string, who: Character = admin) =>
  as(sql, who, async (t) => {
    const [row] = await t<
      { reply: TransactionEvidence | null }[]
    >`select public.transaction_evidence(${id}) as reply`;
    return row?.reply ?? null;
  });
const idOf = async ({ transaction }: Placed) =>
  (await sql<{ id: string }[]>`select id from public.transactions where trace = ${transaction.trace}`)[0]
    ?.id ?? '';

async function newOrder(price = 1000) {
  const product = await newProduct(sql, { price });
  return place(sql, [{ productId: product.id, quantity: 1, price }]);
}

describe('the table of transactions', () => {
  it('finds what was given back, and what was in part, by one status', async () => {
    const [part, none] = [await newOrder(2500), await newOrder()];
    for (const placed of [part, none]) await bankDecides(sql, placed.transaction.trace, approved(placed));
    const refunded = await idOf(part);
    await answerTo(
      sql,
      admin,
      `public.record_refund($1::uuid, $2, 50000, private.nairobi_day(now()), 'FT SCRATCHED', 'Scratched', true)`,
      randomUUID(),
      refunded,
    );
    const { rows } = await find({ status: 'returned' });
    expect(
      rows.filter(({ orderId }) => [part, none].some(({ order }) => order.id === orderId)),
    ).toMatchObject([{ id: refunded, status: 'completed', sales: { refundedCents: 50_000 } }]);
  });

  it('shows the newest first, a page at a time, with the buyer and the bank’s word', async () => {
    const placed = await newOrder(2500);
    const answer = approved(placed);
    await bankDecides(sql, placed.transaction.trace, answer);
    const next = await newOrder();
    const first = await find({}, { size: 1 });
    expect(first.rows).toMatchObject([{ orderId: next.order.id, status: 'pending', bankAmountCents: null }]);
    const second = await find({}, { after: first.after, size: 1 });
    expect(second.rows).toEqual([
      {
        id: await idOf(placed),
        orderId: placed.order.id,
        customerName: 'Ada Lovelace',
        reference: placed.transaction.reference,
        transactionId: answer.transactionIndex,
        amount: 2500,
        bankAmountCents: 250_000,
        status: 'completed',
        paymentMethod: 'card',
        recordedByName: null,
        reversedByName: null,
        reversalReason: null,
        bankStatus: '0',
        bankDescription: 'Approved',
        createdAt: expect.any(String) as string,
        source: 'asked',
        takenBack: null,
        settledOn: null,
        decidedAt: expect.any(String) as string,
        nextAskAt: expect.any(String) as string,
        note: null,
        restCents: 0,
        shares: [{ orderId: placed.order.id, customerName: 'Ada Lovelace', cents: 250_000 }],
        sales: { grossCents: 250_000, refundedCents: 0 },
        openTasks: [],
      },
    ]);
    expect(JSON.stringify(second)).not.toContain(placed.transaction.trace);
  });

  it('finds a payment that staff recorded by its code, however that is spelt', async () => {
    const { order } = await newOrder(1000);
    const code = randomUUID().slice(0, 8);
    await as(
      sql,
      admin,
      (t) => t`select public.record_payment(
        ${randomUUID()}, ${order.id}, 'transfer', ${`FT ${code}`}, 1000, private.nairobi_day(now()))`,
    );
    for (const text of [`ft${code}`, `Ft-${code.slice(0, 4)} ${code.slice(4)}`])
      expect((await find({ text })).rows.map(({ orderId }) => orderId)).toEqual([order.id]);
  });

  it('says that money in review counts once a person has accepted it as a part', async () => {
    const placed = await newOrder(1000);
    await bankDecides(sql, placed.transaction.trace, approved(placed, { amountCents: '50000' }));
    const rowOf = async () =>
      (await find({ text: placed.transaction.reference })).rows.find(
        ({ orderId }) => orderId === placed.order.id,
      );
    expect(await rowOf()).toMatchObject({
      status: 'review',
      sales: { grossCents: 0, refundedCents: 0 },
      openTasks: [{ kind: 'wrong_amount', amountCentsAtOpening: 50_000, hasPart: false }],
    });
    await as(
      sql,
      admin,
      (t) => t`select public.close_owner_task(k.id, 'partial_payment', 'A part') from public.owner_tasks k
        where k.order_id = ${placed.order.id}`,
    );
    expect(await rowOf()).toMatchObject({
      status: 'completed',
      sales: { grossCents: 50_000, refundedCents: 0 },
      openTasks: [],
    });
  });

  it('is searched by order number, buyer, reference and whatever the bank calls the payment', async () => {
    const placed = await newOrder();
    const answer = {
      ...approved(placed),
      transactionIndex: `{${randomUUID().toUpperCase()}}`,
      bankReference: `BR-${randomUUID()}`,
      authorisationCode: `au${randomUUID().slice(0, 8)}`,
    };
    const second = approved(placed);
    for (const each of [answer, second]) await bankDecides(sql, placed.transaction.trace, each);
    const wrong = await newOrder();
    const wrongAnswer = approved(wrong, { amountCents: '1' });
    await bankDecides(sql, wrong.transaction.trace, wrongAnswer);
    const found = async (text: string) => (await find({ text })).rows.map((row) => row.orderId);
    const number = placed.order.id.slice(-8);
    for (const text of [
      `#IC-${number.toUpperCase()}`,
      number,
      answer.transactionIndex,
      answer.transactionIndex.toLowerCase(),
      answer.transactionIndex.slice(1, 9),
      answer.transactionIndex.slice(1, -1),
      answer.bankReference,
      answer.bankReference.slice(3),
      answer.bankReference.slice(9, 20).toUpperCase(),
      answer.authorisationCode.toUpperCase(),
      answer.authorisationCode.slice(3),
      // The second charge, which no column of the transaction names.
      second.transactionIndex ?? '',
      placed.transaction.reference,
      placed.transaction.reference.toLowerCase(),
      placed.transaction.reference.slice(0, -1),
      placed.transaction.reference.replace('DON-', ''),
      placed.transaction.reference.slice(3),
      // A part from the middle, without the letters.
      placed.transaction.reference.slice(5),
    ])
      expect([text, await found(text)]).toEqual([text, expect.arrayContaining([placed.order.id])]);
    expect(await found(wrongAnswer.transactionIndex ?? '')).toEqual([wrong.order.id]);
    expect(await found('ada lovelace')).toEqual(expect.arrayContaining([wrong.order.id]));
    expect(await found('0712 345 678')).toEqual(expect.arrayContaining([wrong.order.id]));
    // All of what was typed counts, and within one number.
    expect(await found(`${answer.transactionIndex} ${answer.bankReference}`)).toEqual([]);
    expect(await found(`${answer.bankReference.slice(0, 20)}x`)).toEqual([]);
    for (const text of ['no such word', '%', '_', "'; select 1; --", '\\', placed.transaction.trace])
      expect([text, await found(text)]).toEqual([text, []]);
  });

  it('is searched in indexes', async () => {
    const plan = await sql.begin(async (t) => {
      // A shop of a few payments is read whole; what matters is which index fits.
      await t`set local enable_seqscan = off`;
      const lines = [
        ...(await t`explain select id from private.gateway_answers where private.bank_numbers(answer) like '%b2c3d4-e5%'`),
        ...(await t`explain select id from public.transactions where reference like '%1234%'`),
      ];
      return lines.map((line) => String(line['QUERY PLAN'])).join('\n');
    });
    for (const index of ['gateway_answers_by_bank_numbers', 'transactions_by_part_of_reference'])
      expect(plan).toContain(index);
  });

  it('is filtered by state, Nairobi day, amount and order', async () => {
    const placed = await newOrder(123_457);
    await bankDecides(sql, placed.transaction.trace, { status: '4', trace: placed.transaction.trace });
    await sql`update public.transactions set created_at = '2015-03-05T20:59:59Z' where trace = ${placed.transaction.trace}`;
    const orderId = placed.order.id;
    const isFound = async (filter: TransactionFilter) =>
      (await find({ orderId, ...filter })).rows.some((row) => row.orderId === orderId);
    for (const filter of [
      { status: 'failed' },
      { from: '2015-03-05' },
      { to: '2015-03-05' },
      { from: '2015-03-05', to: '2015-03-05' },
      { min: 123_457, max: 123_457 },
    ] as TransactionFilter[])
      expect([filter, await isFound(filter)]).toEqual([filter, true]);
    for (const filter of [
      { status: 'completed' },
      { from: '2015-03-06' },
      { to: '2015-03-04' },
      { min: 123_458 },
      { max: 123_456 },
    ] as TransactionFilter[])
      expect([filter, await isFound(filter)]).toEqual([filter, false]);
  });

  it('is for admins', async () => {
    await expect(find({}, { who: ada })).rejects.toMatchObject({ code: 'PT403' });
    for (const who of [guest, shop]) await expect(find({}, { who })).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the evidence of a transaction', () => {
  it('is everything the bank said, the newest first, without the key and without a card', async () => {
    const placed = await newOrder();
    const other = await newOrder();
    await bankDecides(sql, placed.transaction.trace, null, 'reconcile');
    await bankDecides(
      sql,
      placed.transaction.trace,
      { status: '1', trace: placed.transaction.trace },
      'shopper',
    );
    await bankDecides(
      sql,
      placed.transaction.trace,
      approved(placed, { trace: other.transaction.trace, cardNumber: '4242424242424242' }),
      'owner',
    );
    const evidence = await evidenceOf(await idOf(placed));
    expect(evidence).toMatchObject({
      status: 'review',
      openTasks: [{ kind: 'wrong_trace', orderId: placed.order.id }],
      answers: [
        {
          askedBy: 'owner',
          verdict: 'wrong_trace',
          isAboutAnother: true,
          ofOrderId: other.order.id,
          said: { status: '0', cardNumber: '4242........4242', amountCents: '100000' },
        },
        {
          askedBy: 'shopper',
          verdict: 'undecided',
          isAboutAnother: false,
          ofOrderId: null,
          said: { status: '1' },
        },
        { askedBy: 'reconcile', verdict: 'undecided', isAboutAnother: false, said: null },
      ],
    });
    expect(JSON.stringify(evidence)).not.toMatch(
      new RegExp(`${placed.transaction.trace}|${other.transaction.trace}|42424242`),
    );
  });

  it('is for admins, and nothing for a transaction that is not there', async () => {
    const id = await idOf(await newOrder());
    await expect(evidenceOf(id, ada)).rejects.toMatchObject({ code: 'PT403' });
    for (const who of [guest, shop])
      await expect(evidenceOf(id, who)).rejects.toMatchObject({ code: '42501' });
    expect(await evidenceOf(randomUUID())).toBeNull();
  });
});
