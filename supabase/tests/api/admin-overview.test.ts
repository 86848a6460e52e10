import { beforeAll, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { AdminStats } from '../../functions/_shared/contract/admin.ts';
import { type Overview, overviewPeriods } from '../../functions/_shared/contract/admin-overview.ts';
import { registered } from '../admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

let admin: Awaited<ReturnType<typeof registered>>;
beforeAll(async () => {
  admin = await registered(sql, 'admin');
});

describe('GET /api/admin/overview', () => {
  it('is for admins', async () => {
    const path = '/api/admin/overview?period=7';
    expect(await new Visitor().get(path)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await (await registered(sql)).get(path)).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await admin.get(path)).status).toBe(200);
  });

  it.each(overviewPeriods)('tells of the period %s, which ends today in Nairobi', async (period) => {
    const { body } = await admin.get<Overview>(`/api/admin/overview?period=${period}`);
    expect(body.to).toBe(nairobiDay());
    const slots = { '7': 7, '30': 30, '90': 90, '12-months': 12 };
    if (period !== 'today') expect(body.sales).toHaveLength(slots[period]);
    expect(body.sales.reduce((sum, slot) => sum + slot.sales, 0)).toBe(body.stats.totalSales);
    expect(body.topProducts.length).toBeLessThanOrEqual(5);
  });

  it('covers 30 days by default, and refuses an unknown period', async () => {
    expect((await admin.get<Overview>('/api/admin/overview')).body.sales).toHaveLength(30);
    for (const period of ['31', '', 'today;', '12-Months'])
      expect(await admin.get(`/api/admin/overview?period=${period}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request', fields: { period: expect.any(String) as string } },
      });
  });

  it('has the money as soon as the bank has it; the figures of the specification keep their shape', async () => {
    const figures = async () => (await admin.get<Overview>('/api/admin/overview?period=today')).body;
    const before = await figures();
    const product = await newProduct(sql, { price: 7000 });
    const { body } = await new Visitor().placeOrder([{ productId: product.id, quantity: 1, price: 7000 }]);
    await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
    const after = await figures();
    // A test that runs over midnight in Nairobi has another day to count.
    if (after.from === before.from) {
      expect(after.stats.totalSales - before.stats.totalSales).toBe(7000);
      expect(after.ordersByStatus.paid - before.ordersByStatus.paid).toBe(1);
    }
    const stats = (await admin.get<AdminStats>('/api/admin/stats')).body;
    expect(Object.keys(stats).sort()).toEqual(['totalOrders', 'totalProducts', 'totalSales', 'totalUsers']);
    expect(stats).toMatchObject({
      totalProducts: after.stats.totalProducts,
      totalUsers: after.stats.totalUsers,
    });
  });
});
