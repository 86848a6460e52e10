import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';
import { proofSeed } from './seeded-random.ts';
import { shopCommands } from './shop-commands.ts';
import type { ModelProduct } from './model-stock.ts';
import { approvedShipsBelow } from './model-book.ts';
import { ShopModel } from './shop-model.ts';
import { ShopReality } from './shop-reality.ts';
import { compare } from './shop-steps.ts';

/*
 * Random steps are taken in a model of the shop and in the real database; both must answer each the same and be in the
 * same state. A disagreement is reported as the shortest way to it that could be found.
 */
const sql = openTestDatabase();
const seed = proofSeed(61);
const wantedSteps = atLength({ short: 500, full: 10_000 });
/** Checking all rules reads all orders so far. */
const stepsBetweenChecks = 50;
/** Runs of the shop in one call of fast-check, each from an empty shop; a run has up to `maxCommands` steps. */
const runsPerCall = atLength({ short: 1, full: 10 });
const maxCommands = 60;

/** Few pieces of few things: buyers get in each other's way. */
const fewProducts = (): ModelProduct[] =>
  [
    { stock: 2, price: 1000 },
    { stock: 4, price: 350 },
    { stock: 6, price: 99_999 },
    { stock: 0, price: 2000, toOrder: { deposit: 30, isPublic: true } },
  ].map((product) => ({ toOrder: null, ...product, earlierPrice: product.price, isActive: true }));

/** What the walk does itself. */
const timed = 'public.give_out_pieces, public.give_up_transactions, public.match_open_lines';

/** @param known broken by a run before: shorter ways to a failure are looked for in the same database */
const brokenInvariants = async (known: readonly unknown[] = []) => {
  const broken = await sql`select * from private.invariants`;
  return broken.filter((one) => !known.some((other) => isDeepStrictEqual(one, other)));
};

beforeAll(async () => {
  // The stack's own timer would do it between two steps.
  await sql`revoke execute on function ${sql.unsafe(timed)} from service_role`;
  await sql`update private.settings set approved_ships_below = ${approvedShipsBelow}, prompts_are_on = true`;
});
afterAll(async () => {
  await sql`grant execute on function ${sql.unsafe(timed)} to service_role`;
  await sql`update private.settings set approved_ships_below = 50000`;
  // The queries that were kept unanswered: every later file on this stack would wait for their end.
  await sql`update public.transactions set asking_until = null, next_ask_at = 'infinity' where asking_until = 'infinity'`;
});

describe('the model of the shop', () => {
  it(`agrees with the database after each of ${wantedSteps} random steps`, async () => {
    let steps = 0;
    const seen: Record<string, number> = {};
    const afterStep = async (known: readonly unknown[]) => {
      steps += 1;
      if (steps % stepsBetweenChecks === 0) expect(await brokenInvariants(known)).toEqual([]);
    };
    const commands = fc.commands(shopCommands(fewProducts().length), {
      maxCommands: maxCommands,
      size: 'max',
    });
    // A long walk that never came past one of these has proved nothing about it, so it goes on for a while.
    const unseen = () => atLength({ short: [], full: mustHappen }).filter((word) => !seen[word]);
    const isDone = () => steps >= wantedSteps && (unseen().length === 0 || steps >= 3 * wantedSteps);
    for (let call = 0; !isDone(); call += 1) {
      await fc.assert(
        fc.asyncProperty(commands, async (steps) => {
          const model = new ShopModel(fewProducts());
          const known = await brokenInvariants();
          const real = await ShopReality.open(sql, fewProducts(), () => afterStep(known));
          await fc.asyncModelRun(() => ({ model, real }), steps);
          await compare(model, real);
          for (const word of whatHappened(model)) seen[word] = (seen[word] ?? 0) + 1;
        }),
        { seed: (seed + call) | 0, numRuns: runsPerCall, interruptAfterTimeLimit: 10 * 60_000 },
      );
    }
    console.log(`${steps} steps taken`, seen);
    expect(await brokenInvariants()).toEqual([]);
    expect(unseen()).toEqual([]);
  });
});

const mustHappen = [
  'order pending',
  'order paid',
  'order completed',
  'order failed',
  'order cancelled',
  'late_money',
  'wrong_amount',
  'wrong_reference',
  'reused_index',
  'money_after_refusal',
  'undecided',
  'overpaid',
  'payment_reversed',
  'collected again',
  'a card charged twice',
  'a prompt was refused',
  'a prompt was paid after its refusal',
  'a prompt is the same money',
  'a prompt has its receipt',
  'a payment to the paybill is announced',
  'a payment to the paybill counts',
  'a payment to the paybill has no order',
  'a code is recorded before anybody told of it',
  'money for an order that is paid',
  'money for an order that is cancelled',
  'two parts at once',
  'one payment for several orders',
  'a payment without an order',
  'a payment is shared later',
  'what no order had was given back',
  'a part of the price',
  'what was added is paid',
  'mistake: paid',
  'bounced: paid',
  'charged_back: paid',
  'payment: paid',
  'bounced: pending',
  'bounced: completed, sent',
  'charged_back: paid, sent',
  'money gone before anything was sent',
  'bounced, and came back',
  'charged_back, and came back',
  'refund, and came back',
  'given back of an order that is pending',
  'given back of an order that is paid',
  'given back of an order that is completed',
  'given back of an order that is cancelled',
  'price_cut',
  'price_cut, and taken back',
  'goods_back',
  'written_off',
  'written_off, and taken back',
  'refund corrected to nothing',
  'refund corrected upwards',
  'refund corrected downwards',
  'payment corrected upwards',
  'payment corrected to nothing',
  'accepted_as_all, and taken back',
  'bounced besides a refund',
  'pieces restocked',
  'pieces damaged',
  'pieces kept',
  'cancelled after a refund',
  'a question ended: accepted',
  'a question ended: partial_payment',
  'a question ended: refunded',
  'a question ended: nothing_received',
  'an invoice was wrong',
  'an invoice for what was added',
  'paid by a transaction that was replaced',
  'two tabs, one order',
  'a slow bank',
  'own hold taken over',
  'two orders of one buyer hold a product',
  'paid at minute 40',
  'paid at hour 20',
  'the bank was heard between asking and paying',
  "after the bank's answer: new transaction",
  "after the bank's answer: goes on",
  "after the bank's answer: payment_undecided",
  'not held: three orders of one browser',
  'not held: two thirds of a product',
  'not held: renewed without reaching the bank',
  'held after a refusal',
  'held after another refusal',
  'the last parcel completed its order',
  'completed since what has left is all of it',
  'a completed order is paid again: its parcel was taken back',
  'a parcel left too long ago to be taken back',
  'ordered from the maker',
  'awaited once more',
  'some of what is awaited has come',
  'what is awaited has come',
  'a deposit is given back',
  'two people change an order',
  'changed after payment: the rest is due',
  'changed after payment: costs less',
  'changed after payment: less is to be given back',
  'changed while it is being paid',
  'a part is enough since it was changed',
  'a line of a statement found its payment',
  'settled by a statement',
  'approved and only reserved',
  'completed without being settled',
];

/** The ends that the orders of one walk came to. */
function whatHappened({ orders, happened }: ShopModel): string[] {
  const ends = orders.flatMap(({ state, transactions }) => [
    `order ${state}`,
    ...transactions.flatMap(({ isSettled }) => (isSettled ? 'settled by a statement' : [])),
    ...transactions.flatMap((t) =>
      t.isReserved && t.state === 'completed' ? 'approved and only reserved' : [],
    ),
    ...(state === 'completed' && transactions.every(({ isSettled }) => !isSettled)
      ? ['completed without being settled']
      : []),
  ]);
  return [...happened, ...ends];
}
