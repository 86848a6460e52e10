import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rolledBack } from '../rolled-back.ts';
import { type Character, guest, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalCode } from '../sql-refusals.ts';
import { defaultShopDetails, type ShopDetails } from '../../functions/_shared/contract/shop-details.ts';
import { textPages } from '../../functions/_shared/contract/shop-text-pages.ts';
import { shopDetailsId } from '../../functions/_shared/contract/shop-details-form.ts';

const sql = openTestDatabase();

const owner = testPerson(sql, 'Owner', 'admin');
const clerk = testPerson(sql, 'Clerk', 'sales');
const ada = testPerson(sql, 'Ada');

/** Acts in a transaction that is rolled back: the row is the only one, and others of this shop read it. */
const inShop = (
  work: (acts: {
    read(who: Character): Promise<ShopDetails>;
    change(who: Character, changes: object, seen: object): Promise<ShopDetails>;
    /** Whether the overview says that buyers are told of a way to transfer money. */
    canBePaid(): Promise<boolean>;
    t: Transaction;
  }) => Promise<void>,
) =>
  rolledBack(sql, (t) => {
    const reply = <Reply = ShopDetails>(
      who: Character,
      query: (s: Transaction) => Promise<{ details: Reply }[]>,
    ) =>
      t.savepoint(async (s) => {
        await s`select set_config('role', ${who.role}, true), set_config('request.jwt.claim.sub', ${who.userId ?? ''}, true),
          set_config('request.jwt.claims', ${JSON.stringify({ sub: who.userId, role: who.role })}, true)`;
        const [row] = await query(s);
        await s`reset role`;
        return row?.details as Reply;
      });
    // Other tests of this shop have products of their own.
    const details = async (
      who: Character,
      query: (s: Transaction) => Promise<{ details: ShopDetails }[]>,
    ) => ({
      ...(await reply(who, query)),
      fromPrices: defaultShopDetails.fromPrices,
    });
    return work({
      t,
      canBePaid: () =>
        reply(
          owner,
          (s) => s<{ details: boolean }[]>`select public.owner_alerts() -> 'canBePaidByTransfer' as details`,
        ),
      read: (who) => details(who, (s) => s`select public.shop_details() as details`),
      change: (who, changes, seen) =>
        details(
          who,
          (s) => s`
            select public.change_shop_details(${s.json(changes as never)}, ${s.json(seen as never)}) as details`,
        ),
    });
  });

/** A local shop has M-Pesa, with the sandbox. */
const atStart = { ...defaultShopDetails, promptsAreOn: true };
const { phones } = atStart;

describe('the details of the shop', () => {
  it.each([
    ['bank', 'Equity Bank, 0123456789'],
    ['paybill', '123456'],
    ['till', '543210'],
  ])('without a bank account, paybill or till are in what waits, until there is a %s', (field, value) =>
    inShop(async ({ change, canBePaid }) => {
      expect(await canBePaid()).toBe(false);
      await change(owner, { [field]: value }, { [field]: '' });
      expect(await canBePaid()).toBe(true);
    }),
  );

  it.each([
    ['a customer', () => ada],
    ['an admin', () => owner],
    ['the shop’s functions', () => shop],
  ])('are read by %s, and begin as the contract says', (_, who) =>
    inShop(async ({ read }) => {
      expect(await read(who())).toEqual(atStart);
    }),
  );

  it('are changed by an admin; the history records who changed what, and with it the change is undone', () =>
    inShop(async ({ read, change, t }) => {
      const wanted = { phones: ['+254722000111'], pin: 'P051234567X' };
      expect(await change(owner, wanted, { phones, pin: '' })).toEqual({ ...atStart, ...wanted });
      const [entry] = await t<{ actor: string; before: object; after: object }[]>`
      select actor_id as actor, before, after from public.history
      where table_name = 'shop_details' and row_id = ${shopDetailsId} and operation = 'update' order by id desc limit 1`;
      expect(entry).toEqual({ actor: owner.userId, before: { phones, pin: '' }, after: wanted });
      await change(owner, entry?.before ?? {}, entry?.after ?? {});
      expect(await read(shop)).toEqual(atStart);
    }));

  it.each([
    ['a guest', () => guest],
    ['a customer', () => ada],
    ['a person of staff', () => clerk],
    ['the shop’s functions', () => shop],
  ])('are not changed by %s', (_, who) =>
    inShop(async ({ read, change }) => {
      expect(await refusalCode(change(who(), { hours: 'Never' }, {}))).toMatch(/forbidden|permission denied/);
      expect(await read(shop)).toEqual(atStart);
    }),
  );

  it.each([
    [{ name: '' }],
    [{ name: ' Shop' }],
    [{ name: 'x'.repeat(61) }],
    [{ name: null }],
    [{ phones: [] }],
    [{ phones: ['0722 000 111'] }],
    [{ phones: ['+254722000111 +254722000112'] }],
    [{ phones: [null] }],
    [{ phones: [...phones, ...phones] }],
    [{ phones: 'no list' }],
    [{ whatsapp: '0722000111' }],
    [{ email: 'nobody' }],
    [{ email: `${'x'.repeat(40)}@shop.example` }],
    [{ address: 'two\nlines' }],
    [{ hours: '' }],
    [{ bank: 'x'.repeat(501) }],
    [{ paybill: '1234' }],
    [{ till: '987 654' }],
    [{ pin: 'p051234567x' }],
    [{ pin: 'P05123456X' }],
    [{ announcement: 'x'.repeat(121) }],
    [{ announcement: 'two\nlines' }],
    [{ closes: '2026-12-19' }],
    [{ reopens: '2026-12-19' }],
    [{ closes: '2026-12-19', reopens: '2026-12-19' }],
    [{ closes: 'Christmas', reopens: '2027-01-04' }],
    [{ id: 'b0000000-0000-4000-8000-000000000001' }],
    [{ secret: 'x' }],
  ])('refuse %j', (changes) =>
    inShop(async ({ read, change }) => {
      expect(await refusalCode(change(owner, changes, {}))).toBe('invalid_request');
      expect(await read(shop)).toEqual(atStart);
    }),
  );

  it('say of each category from which price something of it can be ordered', () =>
    rolledBack(sql, async (t) => {
      const ids = (
        await t<{ id: string }[]>`
          update public.products set is_active = false where category = 'pqwt' returning id`
      ).map(({ id }) => id);
      const fromPrice = async () => {
        const [row] = await t<{ pqwt: number | null }[]>`
          select (public.shop_details() -> 'fromPrices' -> 'pqwt')::integer as pqwt`;
        return row?.pqwt;
      };
      expect(await fromPrice()).toBeNull();
      const [soldOut = '', dearer = ''] = ids;
      await t`update public.products set is_active = true, price = 1000, stock = 0 where id = ${soldOut}`;
      await t`update public.products set is_active = true, price = 2000, stock = 3 where id = ${dearer}`;
      expect(await fromPrice()).toBe(2000);
      await t`update public.products set to_order = '{"low": 6, "high": 8, "deposit": 50, "isPublic": true}' where id = ${soldOut}`;
      expect(await fromPrice()).toBe(1000);
    }));

  it('that somebody else changed meanwhile are not overwritten; others, and the same change twice, are no conflict', () =>
    inShop(async ({ change }) => {
      await change(owner, { phones: ['+254722000111'] }, { phones });
      expect(await refusalCode(change(owner, { phones: ['+254722000222'] }, { phones }))).toBe(
        'changed_meanwhile',
      );
      expect(await refusalCode(change(owner, { phones: ['+254722000111'] }, { phones }))).toBe('done');
      expect(await change(owner, { hours: 'Every day' }, { hours: defaultShopDetails.hours })).toMatchObject({
        phones: ['+254722000111'],
        hours: 'Every day',
      });
    }));
});

describe('the host of the site', () => {
  const calls = (t: Transaction) => t`select url, body from net.http_request_queue`;

  it('is told to build it again after a change, and only then, where its hook is stored', () =>
    inShop(async ({ change, t }) => {
      await t.unsafe(readFileSync('supabase/tests/database/hosted-scheduler.sql', 'utf8'));
      await change(owner, { hours: 'Every day' }, {});
      expect(await calls(t)).toEqual([]);
      await t`select vault.create_secret('https://host.example/hook', 'build_hook')`;
      await change(owner, { hours: 'Every day' }, {});
      expect(await refusalCode(change(owner, { hours: '' }, {}))).toBe('invalid_request');
      expect(await calls(t)).toEqual([]);
      await change(owner, { hours: 'Never' }, {});
      expect(await calls(t)).toEqual([{ url: 'https://host.example/hook', body: {} }]);
    }));
});

describe('the texts of pages', () => {
  const textOf = async (t: Transaction, page: string) => {
    const [row] = await t<{ text: string | null }[]>`select public.shop_text(${page}) as text`;
    return row?.text ?? null;
  };

  it.each(textPages)('%s is read, changed by an admin, and put back with what the history has', (page) =>
    inShop(async ({ change, t }) => {
      const before = await textOf(t, page);
      const wanted = '# Soon\n\n{contact}';
      await change(owner, { [page]: wanted }, { [page]: before });
      expect(await textOf(t, page)).toEqual(wanted);
      expect(await refusalCode(change(owner, { [page]: before }, { [page]: before }))).toBe(
        'changed_meanwhile',
      );
      const [entry] = await t<{ before: object; after: object }[]>`
        select before, after from public.history
        where row_id = ${shopDetailsId} and operation = 'update' order by id desc limit 1`;
      await change(owner, entry?.before ?? {}, entry?.after ?? {});
      expect(await textOf(t, page)).toEqual(before);
    }),
  );

  it('there is none of another page, nor are details taken for one', () =>
    inShop(async ({ t }) => {
      expect([await textOf(t, 'name'), await textOf(t, 'other')]).toEqual([null, null]);
    }));

  it.each([
    ['terms', ' \n '],
    ['terms', null],
    ['terms', 'x'.repeat(40_001)],
    ['home', '- Only | a badge'],
  ])('refuse %s of %j', (page, text) =>
    inShop(async ({ change, t }) => {
      const before = await textOf(t, page);
      expect(await refusalCode(change(owner, { [page]: text }, {}))).toBe('invalid_request');
      expect(await textOf(t, page)).toEqual(before);
    }),
  );
});

describe('the first texts of the shop', () => {
  const texts = readFileSync('supabase/seed/texts/shop-texts.sql', 'utf8');

  it('are written into a new shop once, and are no change of anybody', () =>
    inShop(async ({ t, change }) => {
      const read = async () =>
        (
          await t<{ pages: Record<string, string> }[]>`
          select jsonb_build_object('terms', public.shop_text('terms'), 'returns', public.shop_text('returns')) as pages`
        )[0]?.pages ?? {};
      const recorded = () => t`select from public.history where table_name = 'shop_details'`;
      const begun = await read();
      expect(begun.terms).toContain('# Who sells');
      // Other tests of this shop have changed its details before.
      const before = (await recorded()).length;
      await t`update private.shop_details set terms = default`;
      expect((await recorded()).length).toBe(before + 1);
      await t.unsafe(texts);
      expect(await read()).toEqual(begun);
      expect((await recorded()).length).toBe(before + 1);
      // As the owner changed them, they stay.
      const mine = { ...begun, returns: 'Bring it back.' };
      await change(owner, { returns: mine.returns }, { returns: begun.returns });
      await t.unsafe(texts);
      expect(await read()).toEqual(mine);
      // A page without a text gets it, whatever the others say.
      await t`update private.shop_details set shipping = default, terms = default`;
      expect(await read()).not.toEqual(mine);
      await t.unsafe(texts);
      expect(await read()).toEqual(mine);
    }));
});
