import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PageOfRows, RowCursor } from '../../functions/_shared/contract/admin.ts';
import type { MessageRow } from '../../functions/_shared/contract/admin-messages.ts';
import type { Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { messageDesk, paidMail, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();
const { list, again, withFailedMail } = messageDesk(sql, testPerson(sql, 'Owner', 'admin'));

describe('the list of messages', () => {
  it('is searched by recipient and order number, and narrowed by state', () =>
    withFailedMail(async (t, placed, mail) => {
      const ofOrder = await list(t, { orderId: placed.order.id });
      expect(ofOrder.rows.map(({ kind }) => kind)).toContain('order_paid');
      const number = `#IC-${placed.order.id.slice(-8).toUpperCase()}`;
      expect((await list(t, { text: number })).rows).toEqual(ofOrder.rows);
      const failed = await list(t, { orderId: placed.order.id, states: ['failed'] });
      expect(failed.rows).toMatchObject([
        { id: mail.id, recipient: 'ada@example.com', state: 'failed', reason: 'reason', attempts: 1 },
      ]);
      for (const text of ['ADA@example', '0712 345 678']) {
        const found = await list(t, { text, orderId: placed.order.id });
        expect([text, found.rows.length > 0]).toEqual([text, true]);
      }
      expect((await list(t, { text: 'a%a@example', orderId: placed.order.id })).rows).toEqual([]);
    }));

  describe('searched by recipient among all messages', () => {
    const unique = () => `Q${randomUUID().slice(0, 8)}`;
    const recipients = async (t: Transaction, text: string) =>
      (await list(t, { text })).rows.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();

    it('finds what went to a buyer, by a part of the address or number, in capitals or not', async () => {
      const [name, phone] = [unique(), `+2547${String(Math.random()).slice(2, 10)}`];
      const email = `${name}+shop@example.com`.toLowerCase();
      await undoneOrder(
        sql,
        async (t, placed) => {
          const to = (await list(t, { orderId: placed.order.id })).rows.filter((m) => m.recipient === email);
          expect(to.length).toBeGreaterThan(0);
          const found = to.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();
          for (const text of [email, name, `${name}+shop@EX`])
            expect([text, await recipients(t, text)]).toEqual([text, found]);
          await paidMail(t, placed);
          for (const text of [phone, `0${phone.slice(4)}`, phone.slice(1, 11)])
            expect([text, await recipients(t, text)]).toEqual([text, [`order_paid ${phone}`]]);
          // The name of a buyer is no address.
          await t`update public.orders set customer_name = ${`Ada ${phone}`} where id = ${placed.order.id}`;
          await t`delete from private.messages where order_id = ${placed.order.id} and channel = 'sms'`;
          expect(await recipients(t, phone)).toEqual([]);
        },
        { wishes: { customerEmail: email, customerPhone: phone } },
      );
    });

    it('finds what went to the owner, to a corrected address, or about no order', () =>
      withFailedMail(async (t, placed, mail) => {
        const [owner, corrected, account] = [unique(), unique(), unique()].map((q) => `${q}@example.com`);
        await t`update private.messages set recipient = ${owner ?? ''} where order_id = ${placed.order.id} and kind = 'owner_order_paid'`;
        expect(await recipients(t, owner ?? '')).toEqual([`owner_order_paid ${owner}`]);
        await t`update private.messages set order_id = null, recipient = ${account ?? ''}, kind = 'confirm_email'
          where order_id = ${placed.order.id} and kind = 'order_unpaid'`;
        expect(await recipients(t, account ?? '')).toEqual([`confirm_email ${account}`]);
        await again(t, mail, corrected ?? '');
        expect(await recipients(t, corrected ?? '')).toEqual([`order_paid ${corrected?.toLowerCase()}`]);
      }));

    it('finds it in indexes', async () => {
      const plan = await sql.begin(async (t) => {
        await t`set local enable_seqscan = off`;
        const lines = await t`explain select m.id from private.messages m
          where lower(coalesce(m.corrected_recipient, m.recipient)) like '%ada@example%'`;
        return lines.map((line) => String(line['QUERY PLAN'])).join('\n');
      });
      expect(plan).toContain('messages_by_recipient');
    });
  });

  it('is read page by page, each message once', () =>
    withFailedMail(async (t, placed) => {
      const orderId = placed.order.id;
      const all = (await list(t, { orderId })).rows.map(({ id }) => id);
      const seen: string[] = [];
      let after: RowCursor | null = null;
      do {
        const page: PageOfRows<MessageRow> = await list(t, { orderId }, 1, after);
        seen.push(...page.rows.map(({ id }) => id));
        ({ after } = page);
      } while (after);
      expect(seen).toEqual(all);
    }));
});
