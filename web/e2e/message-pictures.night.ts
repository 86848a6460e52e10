import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { mailPage } from '../../local/mailbox/mailbox-pages.ts';
import {
  type BuyerKind,
  buyerKinds,
  type Language,
  languages,
  type MessageFacts,
  type MessageKind,
  messageKinds,
} from '../../supabase/functions/_shared/contract/messages.ts';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { renderMessage } from '../../supabase/functions/_shared/messages/render-message.ts';
import {
  sampleFacts,
  sampleLink,
  sampleOrder,
  sampleShortLink,
} from '../../supabase/tests/message-sample.ts';
import { openShop } from './journey.ts';

// Every kind in every language on every channel, on the narrowest phone and in a desktop mail program.
// `PICTURES=1 npm run test:night -- message-pictures` takes screenshots of them into web/e2e/screenshots/messages, for review.

const widths = [320, 600];
const folder = fileURLToPath(new URL('screenshots/messages', import.meta.url));
const takesPictures = process.env.PICTURES === '1';
if (takesPictures) mkdirSync(folder, { recursive: true });

async function takePicture(page: Page, name: string): Promise<void> {
  if (takesPictures) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Names that cannot wrap, and an order with several lines. */
const facts: MessageFacts = {
  ...sampleFacts,
  order: {
    ...sampleOrder,
    totalAmount: 24_050_000,
    payment: { acceptedCents: 2_405_000_000 },
    customerName: 'Wolfeschlegelsteinhausenbergerdorff-Odhiambo Akinyi',
    items: [
      ...sampleOrder.items,
      {
        ...sampleOrder.items[0],
        id: 'j',
        productName: 'Victron-SmartSolar-MPPT-250/100-Tr-VE.Can-Laderegler',
        quantity: 12,
      },
    ],
  } as unknown as MessageFacts['order'],
};

/** Messages to the owner are in English. */
const all: [MessageKind, Language][] = messageKinds.flatMap((kind) =>
  (buyerKinds as readonly MessageKind[]).includes(kind)
    ? languages.map((language): [MessageKind, Language] => [kind, language])
    : [[kind, 'en'] as [MessageKind, Language]],
);

test('every mail fits 320 and 600 pixels, with a touch-sized button', async () => {
  const { page } = await openShop();
  for (const [kind, language] of all) {
    const { html = '' } = await renderMessage(
      { kind, language, facts, channel: 'email', link: sampleLink },
      defaultShopDetails,
    );
    await page.setContent(html);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      const name = `${kind}-${language}-email-${width}`;
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
        width,
      );
      const button = await page.locator('a[href*="/order-confirmation/"]').first().boundingBox();
      expect(button?.height, name).toBeGreaterThanOrEqual(44);
      await takePicture(page, name);
    }
  }
}, 60_000);

test.each(['sms', 'whatsapp'] as const)('every %s fits a phone, and has one part', async (channel) => {
  const { page } = await openShop();
  const sentTo = { channel, to: '+254712345678', subject: '', sentAt: '2026-11-22T09:00:00.000Z' };
  for (const language of languages) {
    const texts: string[] = [];
    for (const [kind] of all.filter((one) => one[1] === language)) {
      const { text } = await renderMessage(
        { kind, language, facts, channel, link: sampleShortLink },
        defaultShopDetails,
      );
      if (channel === 'sms') {
        expect(text, kind).toMatch(/^[\n !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]+$/);
        expect(text.length, kind).toBeLessThanOrEqual(130);
      }
      texts.push(text);
    }
    // One page of the mailbox for all of them, styled like a phone.
    await page.setContent(String(await mailPage({ ...sentTo, id: channel, text: texts.join(' \n\n') })));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await takePicture(page, `${channel}-${language}-${width}`);
    }
  }
});

test('every kind that buyers get exists in both languages', () => {
  const of = (kind: BuyerKind) => all.filter((one) => one[0] === kind).map(([, language]) => language);
  for (const kind of buyerKinds) expect(of(kind)).toEqual([...languages]);
});
