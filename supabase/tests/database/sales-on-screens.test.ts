import { expect, it } from 'vitest';
import type { BankAgainstShop } from '../../functions/_shared/contract/admin-transactions.ts';
import type { OwnerAlerts } from '../../functions/_shared/contract/admin-overview.ts';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import { moveTo } from '../paid-at.ts';
import { answerTo } from '../payment-scene.ts';
import { salesOnScreens } from '../sales-on-screens.ts';
import { approved, bankDecides } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { refundScene } from './refund-scene.ts';

const sql = openTestDatabase();
const { owner, paidOrder, takenSum, payAgain, refund, advance } = refundScene(sql);

const summaryOf = async (of: string) =>
  (await sql<{ summary: MessageFacts['summary'] }[]>`select private.summary_of_day(${of}) as summary`)[0]
    ?.summary;

/** A day long ago that no other test has. */
const day = '2012-04-04';

/** At noon of that day. */
const onTheDay = async <Placed extends { order: { id: string } }>(placed: Placed): Promise<Placed> => {
  await moveTo(sql, placed.order.id, `${day}T09:00:00Z`);
  return placed;
};

it('sales of a day with partial payments, other sums and refunds are the same on every screen, in exports and in mail', async () => {
  // KES 2,000 each.
  await onTheDay(await paidOrder());
  await onTheDay(await takenSum('250000', 'accepted'));
  await onTheDay(await takenSum('199900', 'accepted'));
  const inTwoParts = await takenSum('50000', 'partial_payment');
  const rest = await payAgain(inTwoParts.sid, inTwoParts);
  await bankDecides(sql, rest.transaction.trace, approved(rest));
  await onTheDay(inTwoParts);
  // Of this one the rest has not come, and of that one the part was given back: received and refunded all the same.
  await onTheDay(await takenSum('30000', 'partial_payment'));
  const givenUp = await onTheDay(await takenSum('70000', 'partial_payment'));
  await refund({ ...givenUp, cents: 70_000, day });
  const refunded = await onTheDay(await paidOrder());
  await refund({ ...refunded, cents: 200_000, day });
  const cancelled = await onTheDay(await paidOrder());
  await refund({ ...cancelled, cents: 200_000, day });
  await advance(cancelled, 'cancelled');
  const partly = await onTheDay(await paidOrder());
  await refund({ ...partly, cents: 12_300, day });

  const grossCents = 200_000 * 5 + 250_000 + 199_900 + 30_000 + 70_000;
  const refundedCents = 70_000 + 200_000 * 2 + 12_300;
  const sales = { grossCents, refundedCents, netCents: grossCents - refundedCents, ordersPaid: 7 };
  for (const [screen, shown] of Object.entries(await salesOnScreens(sql, owner, day)))
    expect([screen, shown]).toEqual([screen, sales]);
  // All of it is accounted for.
  expect(
    await answerTo<BankAgainstShop>(sql, owner, 'public.bank_against_shop_of_day($1)', day),
  ).toMatchObject({
    differenceCents: 0,
    differing: { count: 0 },
  });
});

it('orders to pack are as many in the mail as on the overview', async () => {
  const wanted = await paidOrder();
  const refunded = await paidOrder();
  await refund({ ...refunded, cents: 200_000 });
  const { toSend } = await answerTo<OwnerAlerts>(sql, owner, 'public.owner_alerts()');
  const summary = await summaryOf(day);
  expect(summary?.toPack).toBe(toSend);
  await refund({ ...wanted, cents: 200_000 });
  const left = await summaryOf(day);
  expect(left?.toPack).toBe(toSend - 1);
});
