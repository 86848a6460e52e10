import { expect, it } from 'vitest';
import type { DeliveryQuote } from '../../functions/_shared/contract/delivery.ts';
import { rolledBack } from '../rolled-back.ts';
import { openTestDatabase } from '../test-database.ts';
import { promiseCases, waitedFor } from './promise-cases.ts';

const sql = openTestDatabase();

it.each(promiseCases)('$id: $title', async (one) => {
  const promise = await rolledBack(sql, async (t) => {
    // Fixed days are known; of the others those of the case alone.
    await t`delete from public.bank_holidays where source like 'Forecast%'`;
    for (const day of one.holidays)
      await t`insert into public.bank_holidays (day, name, source) values (${day}, 'Idd', 'Gazette 1')`;
    const [closed] = one.closed;
    if (closed)
      await t`update private.shop_details set closes = ${closed[0]}, reopens = ${closed[1]}::date + 1 where true`;
    const method = one.method === 'none_yet' ? null : one.method;
    const [row] = await t<{ promise: DeliveryQuote }[]>`
      select private.delivery_promise(
        ${one.county}, ${one.at}, ${method}, ${one.waitsForSettlement}, ${one.toOrderWeeks}
      ) as promise`;
    return row?.promise;
  });
  const waits = promise?.after === 'closed' ? null : promise?.after;
  expect([promise?.promise, promise?.by, waits]).toEqual([one.period, one.day, waitedFor(one)]);
});

it('says that nothing is processed before the shop is open again, when that is not within 24 hours', async () => {
  const after = (at: string, waits = false) =>
    rolledBack(sql, async (t) => {
      await t`update private.shop_details set closes = '2026-12-19', reopens = '2027-01-03' where true`;
      const [row] = await t<{ key: string | null }[]>`
        select private.delivery_promise('042', ${at}, 'card', ${waits}) ->> 'after' as key`;
      return row?.key;
    });
  expect(await after('2026-12-18T10:00+03:00')).toBeNull();
  // A Sunday ends tomorrow; closed weeks do not.
  expect(await after('2026-12-06T10:00+03:00')).toBeNull();
  expect(await after('2026-12-19T10:00+03:00')).toBe('closed');
  expect(await after('2026-12-19T10:00+03:00', true)).toBe('bank');
});

it('without a moment it is the period of any day, and no day', async () => {
  const [row] = await sql<{ promise: DeliveryQuote }[]>`
    select private.delivery_promise('047', null, null, false) as promise`;
  expect(row?.promise).toEqual({ promise: 'Next business day', by: null, after: null });
});
