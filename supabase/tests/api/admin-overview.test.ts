import { beforeAll, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { AdminStats } from '../../functions/_shared/contract/admin.ts';
import type { Overview } from '../../functions/_shared/contract/admin-overview.ts';
import {
  daysOfPeriod,
  type OverviewPeriod,
  overviewPeriods,
} from '../../../web/src/dashboard/features/overview/overview-period.ts';
import { callSqlAs, registered } from '../admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Awaited<ReturnType<typeof registered>>;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
});

const overview = async (period: OverviewPeriod) => {
  const { from, to, step } = daysOfPeriod(period, nairobiDay());
  const days = { p_from: from, p_to: to, p_step: step };
  return (await callSqlAs<Overview>(admin, 'stats_of_period', days)).body;
};

describe('the overview of a period', () => {
  it.each(overviewPeriods)('tells of the period %s, which ends today in Nairobi', async (period) => {
    const body = await overview(period);
    expect(body.to).toBe(nairobiDay());
    const slots = { '7': 7, '30': 30, '90': 90, '12-months': 12 };
    if (period !== 'today') expect(body.sales).toHaveLength(slots[period]);
    expect(body.sales.reduce((sum, slot) => sum + slot.netCents, 0)).toBe(body.sold.netCents);
    expect(body.topProducts.length).toBeLessThanOrEqual(5);
  });

  it('has the money as soon as the bank has it; the statistics of the specification keep their shape', async () => {
    const before = await overview('today');
    const product = await newProduct(sql, { price: 7000 });
    const { body } = await new Visitor().placeOrder([{ productId: product.id, quantity: 1, price: 7000 }]);
    await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
    const after = await overview('today');
    // A test that runs over midnight in Nairobi has another day to count.
    if (after.from === before.from) {
      expect(after.stats.totalSales - before.stats.totalSales).toBe(7000);
    }
    const stats = (await admin.get<AdminStats>('/api/admin/stats')).body;
    expect(Object.keys(stats).sort()).toEqual(['totalOrders', 'totalProducts', 'totalSales', 'totalUsers']);
    expect(stats).toMatchObject({
      totalProducts: after.stats.totalProducts,
      totalUsers: after.stats.totalUsers,
    });
  });
});
