import { describe, expect, it } from 'vitest';
import { newProduct, newSession, place, type Transaction, type Placed } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { claim, kindsOf, providers, bankDecides, undoneOrder } from './message-scene.ts';

const sql = openTestDatabase();

const whatsApp = { channel: 'whatsapp', provider: 'whatsapp', keySeconds: 0 } as const;

const preferencesOf = async (id: string) =>
  (
    await sql<{ language: string; consent: Date | null }[]>`
      select language, whatsapp_consent_at as consent from public.orders where id = ${id}`
  )[0];

describe('how a buyer wants to be written to', () => {
  it('is English and not WhatsApp when the request does not say', async () => {
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    expect(await preferencesOf(order.id)).toEqual({ language: 'en', consent: null });
  });

  it('is kept with the order, consent with its time', async () => {
    const product = await newProduct(sql);
    const details = { language: 'sw', whatsAppConsent: true };
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }], { details });
    const { language, consent } = (await preferencesOf(order.id)) ?? {};
    expect(language).toBe('sw');
    expect(Math.abs(Date.now() - (consent?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('can be changed while the same order is unpaid, and stays when the request leaves it out', async () => {
    const product = await newProduct(sql);
    const sid = await newSession(sql);
    const line = { productId: product.id, quantity: 1, price: 1000 };
    const { order } = await place(sql, [line], { sid, details: { language: 'sw', whatsAppConsent: true } });
    const given = (await preferencesOf(order.id))?.consent;
    for (const [details, expected] of [
      [{}, { language: 'sw', consent: given }],
      [
        { language: 'sw', whatsAppConsent: true },
        { language: 'sw', consent: given },
      ],
      [
        { language: 'en', whatsAppConsent: false },
        { language: 'en', consent: null },
      ],
    ] as const) {
      expect((await place(sql, [line], { sid, details })).order.id).toBe(order.id);
      expect(await preferencesOf(order.id)).toEqual(expected);
    }
  });

  const paid = (wishes: Record<string, unknown>, work: (t: Transaction, placed: Placed) => Promise<void>) =>
    undoneOrder(
      sql,
      async (t, placed) => {
        await bankDecides(t, placed);
        await work(t, placed);
      },
      { wishes },
    );

  it('decides the language of every message to the buyer, and of none to the owner', () =>
    paid({ language: 'sw' }, async (t, placed) => {
      const languages = (await claim(t, placed)).map(({ kind, language }) => `${kind} ${language}`);
      expect([...new Set(languages)].sort()).toEqual(['order_paid sw', 'owner_order_paid en']);
    }));

  it('counts at the moment of sending', () =>
    paid({ language: 'sw' }, async (t, placed) => {
      await t`update public.orders set language = 'en' where id = ${placed.order.id}`;
      expect((await claim(t, placed)).map(({ language }) => language)).toEqual(['en', 'en', 'en']);
    }));

  it('allows WhatsApp with consent alone', async () => {
    await paid({ whatsAppConsent: false }, async (t, placed) => {
      expect((await kindsOf(t, placed)).join()).not.toContain('whatsapp');
    });
    await paid({ whatsAppConsent: true }, async (t, placed) => {
      expect(await kindsOf(t, placed)).toContain('order_paid whatsapp');
      const [message] = (await claim(t, placed, [...providers, whatsApp])).filter(
        ({ channel }) => channel === 'whatsapp',
      );
      expect(message).toMatchObject({ recipient: '+254712345678', provider: 'whatsapp' });
    });
  });

  it('gives a landline of Kenya neither an SMS nor WhatsApp', () =>
    paid({ whatsAppConsent: true, customerPhone: '+254202345678' }, async (t, placed) => {
      const kinds = await kindsOf(t, placed);
      expect(kinds).toContain('order_paid email');
      expect(kinds.filter((kind) => kind.startsWith('order_paid'))).toEqual(['order_paid email']);
    }));

  it('a consent that was taken back counts at the moment of sending', () =>
    paid({ whatsAppConsent: true }, async (t, placed) => {
      await t`update public.orders set whatsapp_consent_at = null where id = ${placed.order.id}`;
      expect((await claim(t, placed, [...providers, whatsApp])).map(({ channel }) => channel)).not.toContain(
        'whatsapp',
      );
    }));
});
