import { describe, expect, it } from 'vitest';
import type { ClaimedMessage } from '../../functions/_shared/contract/messages.ts';
import { type Placed, type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import {
  claim,
  day,
  paidMail,
  pass,
  providers,
  record,
  stateOf,
  store,
  undoneOrder,
} from './message-scene.ts';

const sql = openTestDatabase();

const withMail = (work: (t: Transaction, placed: Placed, mail: ClaimedMessage) => Promise<void>) =>
  undoneOrder(sql, async (t, placed) => work(t, placed, await paidMail(t, placed)));

const [resend, sms] = providers as [(typeof providers)[number], (typeof providers)[number]];
const another = { channel: 'email', provider: 'another', keySeconds: 1800 } as const;

/** The same mail, when it is handed out again. */
const again = async (t: Transaction, placed: Placed, mail: ClaimedMessage, setUp: typeof providers) =>
  (await claim(t, placed, setUp)).find(({ id }) => id === mail.id);

describe('when the shop moves to another provider', () => {
  it('an attempt without an answer is repeated through the provider that knows its key', () =>
    withMail(async (t, placed, mail) => {
      expect(mail.provider).toBe('resend');
      await store(t, mail);
      await record(t, mail, 'unknown');
      await pass(t, placed, '1 minute');
      expect(await again(t, placed, mail, [another, resend, sms])).toMatchObject({ provider: 'resend' });
    }));

  it('and is for a person when that provider is gone', () =>
    withMail(async (t, placed, mail) => {
      await store(t, mail);
      await record(t, mail, 'unknown');
      await pass(t, placed, '1 minute');
      expect(await again(t, placed, mail, [another, sms])).toBeUndefined();
      expect(await stateOf(t, mail)).toMatchObject({
        state: 'unknown',
        reason: 'provider_gone',
      });
    }));

  it('what a dead sender left counts as an attempt without an answer', () =>
    withMail(async (t, placed, mail) => {
      await store(t, mail);
      await pass(t, placed, '3 minutes');
      expect(await again(t, placed, mail, [another, sms])).toBeUndefined();
      expect(await stateOf(t, mail)).toMatchObject({ state: 'unknown' });
    }));

  it('a certain refusal goes out through the new one, whose own time starts now', () =>
    withMail(async (t, placed, mail) => {
      await store(t, mail);
      await record(t, mail, 'refused');
      await pass(t, placed, '2 hours');
      expect(await again(t, placed, mail, [another, sms])).toMatchObject({
        provider: 'another',
        content: null,
      });
      const second = { ...mail, lease: await leaseOf(t, mail) };
      await store(t, second);
      await record(t, second, 'unknown');
      await pass(t, placed, '5 minutes');
      expect(await again(t, placed, mail, [another, sms])).toMatchObject({ provider: 'another' });
    }));

  it('the time for which a key is known is that of the provider of the first attempt', () =>
    withMail(async (t, placed, mail) => {
      await store(t, mail);
      await record(t, mail, 'unknown');
      await pass(t, placed, '40 minutes');
      // The other one would have forgotten it by now.
      expect(await again(t, placed, mail, [another, { ...resend, keySeconds: day }, sms])).toBeDefined();
    }));
});

const leaseOf = async (t: Transaction, { id }: ClaimedMessage) =>
  (await t<{ lease: string }[]>`select lease from private.messages where id = ${id}`)[0]?.lease ?? '';
