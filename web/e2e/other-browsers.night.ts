import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { otherBrowsers, whyMissing } from '../../local/testing/other-browsers.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { buyer } from './buyer.ts';
import { db } from './shop-database.ts';
import { approvedCard, demoAccount } from './shop-states.ts';

type Name = keyof typeof otherBrowsers;

const screenshots = fileURLToPath(new URL('screenshots', import.meta.url));
const enter = '\uE007';

// The shop as localhost, so that the bank is another site, as it is in truth.
const site = () => stackUnderTest().addresses.site.replace('127.0.0.1', 'localhost');

test.for(Object.keys(otherBrowsers) as Name[])(
  'in %s a guest searches, buys and pays, and an admin completes the order',
  async (name, { skip }) => {
    const reason = whyMissing(name);
    if (reason) {
      console.log(reason);
      skip(reason);
    }
    const { go, press, type, see, at, look } = await openPhone(name);
    await go('/');
    await look('home');
    await type('Search equipment...', `24/12-10${enter}`);
    await at(`${site()}/search?q=24%2F12-10`);
    await see('1 product');
    await look('search');
    await press('Add to Cart');
    await press('Cart, 1 item');
    await see('Shopping Cart');
    await look('cart');
    await press('Proceed to Checkout');
    await at(`${site()}/checkout`);
    await press('pay via Card');
    await see('Please fill in all required fields');
    for (const [label, value] of Object.entries(buyer)) await type(label, value);
    await look('checkout');
    await press('pay via Card');
    await at(stackUnderTest().addresses.gateway);
    await type('Card number', approvedCard);
    await type('Name on the card', 'A Buyer');
    await type('Expiry date', `12/${String(new Date().getFullYear() + 2).slice(-2)}`);
    await type('CVV', '123');
    await look('bank');
    await press('Pay KES');
    const orderId = (await at(`${site()}/payment/success`)).searchParams.get('order') ?? '';
    await see('Payment Successful');
    await look('paid');
    const number = `#${orderId.slice(-8).toUpperCase()}`;
    await go('/orders');
    await see(number);
    await look('orders');

    const { email, password } = demoAccount('admin');
    await go('/login');
    await type('Email Address', email);
    await type('Password', password);
    await press('Sign In');
    await see('Welcome back!');
    await go('/admin/orders');
    await press(number);
    await look('order');
    await press('Other Steps');
    await press('Mark as Completed');
    await see(`Mark order ${number} as completed?`);
    await press('Mark as Completed');
    await see('Order Completed');
    await look('completed');
    await go('/admin/settings');
    await see('Minutes that items are held');
    await look('settings');
    expect(
      await db()`select o.status, t.status as payment from public.orders o
      join public.transactions t on t.order_id = o.id where o.id = ${orderId}`,
    ).toEqual([{ status: 'completed', payment: 'completed' }]);
  },
);

/** Selectors of what a visitor presses, types into and sees. */
const selectors = {
  control: 'a, button:enabled',
  field: 'input, textarea',
  text: 'body *',
};

/** Hands and eyes of a visitor with this browser. Each step waits until it is possible. */
async function openPhone(name: Name) {
  const { send, output, stop } = await otherBrowsers[name].start(stackUnderTest().dataFolder);
  const photograph = async (screen: string) => {
    mkdirSync(screenshots, { recursive: true });
    const picture = String(await send('TakeScreenshot', { full: false }));
    writeFileSync(join(screenshots, `${screen}-${name}.png`), picture, 'base64');
  };
  onTestFinished(async () => {
    await photograph('end').finally(stop);
    const complaints = output().match(/^(JavaScript |console\.)error.*localhost.*$/gm) ?? [];
    expect(complaints, `complaints of ${name}`).toEqual([]);
  });
  const run = (script: (...args: string[]) => unknown, ...args: string[]) =>
    send('ExecuteScript', { script: `return (${script})(...arguments)`, args });
  const patiently = <Result>(step: () => Promise<Result>) =>
    vi.waitFor(step, { timeout: 20_000, interval: 100 });
  const find = async (what: keyof typeof selectors, text: string) => {
    const element = await run(elementNamed, selectors[what], text);
    if (element === null) throw new Error(`No ${what} "${text}"`);
    const [id] = Object.values(element as Record<string, string>);
    return id;
  };
  return {
    go: async (path: string) => {
      await send('Navigate', { url: `${site()}${path}` });
      // A prerendered page shows its buttons before they work.
      await patiently(async () => expect(await run(isHydrated)).toBe(true));
      expect(await run(() => location.pathname)).toBe(path);
    },
    /** Waits for an address that begins like this. */
    at: (start: string) =>
      patiently(async () => {
        const address = String(await run(() => location.href));
        expect(address.slice(0, start.length)).toBe(start);
        return new URL(address);
      }),
    press: (text: string) => patiently(async () => send('ElementClick', { id: await find('control', text) })),
    type: (label: string, text: string) =>
      patiently(async () => send('ElementSendKeys', { id: await find('field', label), text })),
    see: (text: string) => patiently(() => find('text', text)),
    /** Takes a picture, and refuses a page that is cut off. */
    look: async (screen: string) => {
      await run(animationsEnded);
      await photograph(screen);
      expect(await run(cutOff), `cut off on the ${screen} page`).toEqual([]);
    },
  };
}

// These run in the page.

const isHydrated = () => 'hydrated' in document.documentElement.dataset;

const animationsEnded = () =>
  Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null);

/** The visible element whose name contains the text: of an open dialog, if there is one, and the innermost. */
function elementNamed(selector = '', text = ''): Element | undefined {
  const dialog = document.querySelector('dialog:modal');
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.innerText ??
    (element as HTMLElement).innerText ??
    '';
  return [...(dialog ?? document).querySelectorAll(selector)]
    .reverse()
    .find((element) => element.checkVisibility() && nameOf(element).includes(text));
}

/** The page when it is wider than the window, and texts of which not even two lines are shown. */
function cutOff(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const isCut = (text: Element) =>
    text.clientHeight <
    Math.min(text.scrollHeight - 1, 2 * Math.floor(Number.parseFloat(getComputedStyle(text).lineHeight)));
  return [
    ...(scrollWidth > clientWidth ? [`${scrollWidth} pixels of ${clientWidth}`] : []),
    ...[...document.querySelectorAll('.clamp')].filter(isCut).map((text) => text.textContent ?? ''),
  ];
}
