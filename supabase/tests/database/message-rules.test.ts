import { describe, expect, it } from 'vitest';
import type { MessageRule, MessageRules } from '../../functions/_shared/contract/message-rules.ts';
import { as, type Character, guest, newPerson, shop, type Transaction } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalCode } from '../sql-refusals.ts';
import { kindsOf, messagesOf, bankDecides, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();

const owner = testPerson(sql, 'Owner', 'admin');

const undo = new Error('undone');

/** What the owner sees after a change, which is undone. */
async function afterChange(kind: string, changes: object, seen: object = {}, who: Character = owner) {
  let rules: MessageRules | undefined;
  await as(sql, who, async (t) => {
    const [row] = await t<{ rules: MessageRules }[]>`
      select public.change_message_rule(${kind}, ${t.json(changes as never)}, ${t.json(seen as never)}) as rules`;
    rules = row?.rules;
    throw undo;
  }).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return rules?.rules.find((rule) => rule.kind === kind) as MessageRule;
}

/** The rule as it is set for the rest of what is undone. */
const set = async (t: Transaction, kind: string, values: Record<string, unknown>) => {
  await t`update private.message_rules set ${t(values as never)} where kind = ${kind}`;
};

describe('the owner', () => {
  it('switches a channel of a kind off and on', async () => {
    expect(await afterChange('order_completed', { sms: false })).toMatchObject({ email: true, sms: false });
    expect(await afterChange('order_cancelled', { sms: true }, { sms: false })).toMatchObject({ sms: true });
  });

  it('names addresses, each kept once and in one form', async () => {
    const rule = await afterChange('owner_task', {
      emails: ['Owner@Example.com ', 'desk@example.com', 'owner@example.com'],
      phones: ['0712 345 678'],
      sms: true,
    });
    expect(rule).toMatchObject({
      emails: ['owner@example.com', 'desk@example.com'],
      phones: ['+254712345678'],
      sms: true,
    });
  });

  it.each([
    ['no address', { emails: ['nobody'] }],
    ['an invalid phone number', { phones: ['12'] }],
    ['six addresses', { emails: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`) }],
    ['SMS without a number', { sms: true }],
    ['SMS to another country alone', { sms: true, phones: ['+256712345678'] }],
    ['SMS to a landline alone', { sms: true, phones: ['020 234 5678'] }],
    ['WhatsApp without a number', { whatsapp: true }],
    ['neither on nor off', { email: null }],
    ['what no rule has', { audience: 'buyer' }],
    ['a text in place of a list', { emails: 'owner@example.com' }],
  ])('is refused %s', async (_, changes) => {
    expect(await refusalCode(afterChange('owner_task', changes))).toBe('invalid_request');
  });

  it('names no address for messages to buyers', async () => {
    expect(await refusalCode(afterChange('order_paid', { emails: ['me@example.com'] }))).toBe(
      'invalid_request',
    );
  });

  it('replaces no change that somebody else made meanwhile', async () => {
    expect(
      await refusalCode(afterChange('owner_task', { emails: ['a@example.com'] }, { email: false })),
    ).toBe('changed_meanwhile');
    // A list that has more is another list.
    expect(
      await refusalCode(afterChange('owner_task', { email: false }, { emails: ['a@example.com'] })),
    ).toBe('changed_meanwhile');
    expect(await refusalCode(afterChange('nonsense', { email: true }))).toBe('not_found');
  });

  it('alone sees and changes the rules', async () => {
    const ada = await newPerson(sql, 'Ada');
    expect(await refusalCode(afterChange('owner_task', {}, {}, ada))).toBe('forbidden');
    expect(await refusalCode(as(sql, ada, (t) => t`select public.list_message_rules()`))).toBe('forbidden');
    for (const who of [guest, shop])
      expect(await refusalCode(as(sql, who, (t) => t`select public.list_message_rules()`))).toMatch(
        /permission/,
      );
  });

  it('is found in the history', async () => {
    await as(sql, owner, async (t) => {
      await t`select public.change_message_rule('owner_task', '{"emails": ["desk@example.com"]}', '{}')`;
      const [entry] = await t`select actor_id, before, after from public.history
        where row_id = (select id from (select jsonb_array_elements(public.list_message_rules() -> 'rules') r) x,
          jsonb_to_record(r) as rule (id uuid, kind text) where kind = 'owner_task') order by id desc limit 1`;
      expect(entry).toEqual({
        actor_id: owner.userId,
        before: { emails: [] },
        after: { emails: ['desk@example.com'] },
      });
      throw undo;
    }).catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  });
});

describe('what is written', () => {
  it('goes to every address of the owner, mail, SMS and WhatsApp', () =>
    undoneOrder(sql, async (t, placed) => {
      await set(t, 'owner_order_paid', {
        sms: true,
        whatsapp: true,
        emails: ['a@example.com', 'b@example.com'],
        phones: ['+254700000001', '+256700000002'],
      });
      await bankDecides(t, placed);
      const toOwner = (await messagesOf(t, placed)).filter(({ kind }) => kind === 'owner_order_paid');
      expect(toOwner.map(({ channel, recipient }) => `${channel} ${recipient}`).sort()).toEqual([
        'email a@example.com',
        'email b@example.com',
        // The SMS provider reaches Kenya.
        'sms +254700000001',
        'whatsapp +254700000001',
        'whatsapp +256700000002',
      ]);
    }));

  it('goes to the oldest admin while no address is named', () =>
    undoneOrder(sql, async (t, placed) => {
      await bankDecides(t, placed);
      const [admin] = await t<
        { email: string }[]
      >`select email from public.users where role = 'admin' order by created_at, id limit 1`;
      const toOwner = (await messagesOf(t, placed)).filter(({ kind }) => kind === 'owner_order_paid');
      expect(toOwner.map(({ recipient }) => recipient)).toEqual([admin?.email]);
    }));

  it('goes to a buyer by the channels that are on', () =>
    undoneOrder(sql, async (t, placed) => {
      await set(t, 'order_cancelled', { sms: true, email: false });
      await t`select private.cancel_order(${placed.order.id})`;
      const about = (await messagesOf(t, placed)).filter(({ kind }) => kind === 'order_cancelled');
      expect(about.map(({ channel, state, reason }) => `${channel} ${state} ${reason}`)).toEqual([
        'email skipped switched off',
        'sms waiting null',
      ]);
    }));

  it('is not written once more to whoever was added to the rule since', () =>
    undoneOrder(sql, async (t, placed) => {
      await bankDecides(t, placed);
      const before = await kindsOf(t, placed);
      await set(t, 'owner_order_paid', { emails: ['new@example.com'] });
      const { id } = placed.order;
      await t`select private.queue_message('owner_order_paid', ${id}, ${id})`;
      expect(await kindsOf(t, placed)).toEqual(before);
    }));
});
