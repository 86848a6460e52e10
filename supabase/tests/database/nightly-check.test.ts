import { describe, expect, it } from 'vitest';
import type { MessageFacts } from '../../functions/_shared/contract/messages.ts';
import { as, newPerson, newProduct, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();

/** In a shop with an owner; one product has a piece of stock that no movement explains. Undone afterwards. */
async function inBrokenShop(work: (t: Transaction, productId: string) => Promise<void>): Promise<void> {
  await newPerson(sql, 'Owner', 'admin');
  const product = await newProduct(sql, { stock: 10 });
  await rolledBack(sql, async (t) => {
    await withoutTriggers(t, () => t`update public.products set stock = 11 where id = ${product.id}`);
    await work(t, product.id);
  });
}

/** No rule applies, and nobody is told. */
async function withoutTriggers(t: Transaction, work: () => Promise<unknown>) {
  await t`set local session_replication_role = replica`;
  await work();
  await t`set local session_replication_role = origin`;
}

const check = (t: Transaction) => t`select private.check_invariants_at_night()`;
const mails = (t: Transaction) => t<{ facts: MessageFacts; isTrue: boolean }[]>`
  select private.message_facts(m) as facts, private.message_is_true(m) as "isTrue" from private.messages m
  where m.kind = 'owner_broken_rules' and m.created_at = now() order by m.subject`;

describe('the check at night', () => {
  it('tells the owner what is broken, once a night', () =>
    inBrokenShop(async (t, productId) => {
      await check(t);
      const [mail] = await mails(t);
      const rows = [
        {
          broken: 'stock differs from its movements',
          subject: productId,
          detail: '11 in stock, 10 by its movements',
        },
      ];
      expect(mail).toMatchObject({ isTrue: true, facts: { brokenRules: { count: 1, rows } } });
      const count = (await mails(t)).length;
      await check(t);
      expect(await mails(t)).toHaveLength(count);
      await t`update private.messages set subject = '2020-01-01' where kind = 'owner_broken_rules'`;
      await check(t);
      expect(await mails(t)).toHaveLength(2 * count);
    }));

  it('says nothing when all is right, and takes back what is right again before it was sent', () =>
    inBrokenShop(async (t, productId) => {
      await check(t);
      await withoutTriggers(t, () => t`update public.products set stock = 10 where id = ${productId}`);
      await t`select private.record_invariant_check()`;
      expect((await mails(t)).map(({ isTrue }) => isTrue)).not.toContain(true);
      await t`delete from private.messages where kind = 'owner_broken_rules'`;
      await check(t);
      expect(await mails(t)).toEqual([]);
    }));

  it('is for the scheduler alone', async () => {
    await expect(as(sql, shop, check)).rejects.toMatchObject({ code: '42501' });
  });
});
