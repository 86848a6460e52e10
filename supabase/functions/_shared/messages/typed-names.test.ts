import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { MessageFacts } from '../contract/messages.ts';
import type { MessageToRender } from './render-message.ts';
import { renderMessage as render } from './render-message.ts';
import {
  sampleFacts as facts,
  sampleLink as link,
  sampleOrder as order,
  sampleShortLink as shortLink,
} from '../../../tests/message-sample.ts';
import { defaultShopDetails } from '../contract/shop-details.ts';

const renderMessage = (message: MessageToRender) => render(message, defaultShopDetails);

/** A message about an order of somebody of this name. */
const from = (customerName: string, over: Partial<MessageToRender> = {}): MessageToRender => ({
  kind: 'order_paid',
  channel: 'email',
  language: 'en',
  link,
  facts: { ...facts, order: { ...order, customerName } as unknown as MessageFacts['order'] },
  ...over,
});

/** A name as somebody may type it, and as text that can neither end a line nor turn the direction of writing. */
const names: [string, string, string][] = [
  ['HTML', '<script>alert(1)<b>Ada', '<script>alert(1)<b>Ada'],
  ['an ampersand and quotes', `Smith & Sons "O'Hara"`, `Smith & Sons "O'Hara"`],
  ['what looks like a value', '&lt;b&gt; ${name} {{name}}', '&lt;b&gt; ${name} {{name}}'],
  ['200 letters', 'x'.repeat(200), 'x'.repeat(200)],
  ['emoji', '🙂🙃👩🏾‍🔧', '🙂🙃👩🏾‍🔧'],
  ['Arabic letters', 'محمد Ada', 'محمد Ada'],
  ['a mark that turns the direction', 'Ada \u202eonaitO\u2066', 'Ada onaitO'],
  ['what a program calls a missing value', 'Null undefined null NaN', 'Null undefined null NaN'],
  ['line breaks', 'Ada\r\nBcc: Otieno', 'Ada Bcc: Otieno'],
];

describe.each(names)('a name with %s', (_, customerName, asText) => {
  it.each(['order_paid', 'owner_order_paid'] as const)('stays text in the mail %s', async (kind) => {
    const { subject, html, text } = await renderMessage(from(customerName, { kind }));
    const plain = await renderMessage(from('Ada', { kind }));
    expect(text).toContain(asText);
    const [shown, usual] = [contentOf(html ?? ''), contentOf(plain.html ?? '')];
    expect(shown.text).toContain(asText);
    // The name adds no element, and no attribute.
    expect(shown.elements.filter((element) => !usual.elements.includes(element))).toEqual([]);
    for (const part of [subject, html, text]) expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it.each(['sms', 'whatsapp'] as const)('does not reach the %s', async (channel) => {
    const { text } = await renderMessage(from(customerName, { channel, link: shortLink }));
    expect(text).toBe((await renderMessage(from('Ada', { channel, link: shortLink }))).text);
  });
});

it.each([
  ['en', 'Dear customer, '],
  ['sw', 'Mpendwa mteja, '],
] as const)(
  'a name that looks like a link is left out of the greeting in %s: nobody confirmed the address',
  async (language, greeting) => {
    for (const name of [
      'You won: https://evil.example',
      'www.evil.example',
      'evil.example/a',
      'Go to evil.example',
      // Browsers read these as full stops too.
      'Go to evil。example',
      'Go to evil．example',
      'Go to evil｡example',
    ]) {
      for (const kind of ['order_unpaid', 'order_cancelled', 'confirm_email'] as const) {
        const rendered = await renderMessage(
          from(name, {
            kind,
            language,
            ...(kind === 'confirm_email' && {
              facts: { ...facts, confirmation: facts.confirmation && { ...facts.confirmation, name } },
            }),
          }),
        );
        for (const part of [rendered.html, rendered.text]) {
          expect(part).toContain(greeting);
          expect(part).not.toContain('evil.example');
        }
      }
    }
    const { text } = await renderMessage(from('Dr. Ada O. Otieno', { language }));
    expect(text).toContain('Dr. Ada O. Otieno');
  },
);

/** What a mail program makes of HTML: its text, and its elements with the names of their attributes. */
function contentOf(html: string): { text: string; elements: string[] } {
  let text = '';
  const elements: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => elements.push([name, ...Object.keys(attributes)].join(' ')),
    ontext: (part) => (text += part),
  });
  parser.end(html);
  return { text, elements };
}
