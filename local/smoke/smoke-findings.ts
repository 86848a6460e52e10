import { createHash, randomUUID } from 'node:crypto';

/** A check of a running shop: one sentence for each thing that is not as it must be. */
type Check = (shop: Shop) => Promise<string[]>;

type Shop = {
  /** Where it is asked. */
  address: string;
  /** The address that its pages name. */
  origin: string;
};

/** Milliseconds that an answer may take. */
const patience = 30_000;

/**
 * Asks a running shop, through its CDN and edge proxy, what a shopper's first minutes need. Nothing is bought and no
 * mail is sent: the order is one that must be refused.
 * @param address of the shop, e.g. `https://www.shop.co.ke`
 * @param origin that its pages name, when it is asked under another address
 */
export async function smokeFindings(address: string, origin = new URL(address).origin): Promise<string[]> {
  const shop = { address: new URL(address).origin, origin };
  const findings = await Promise.all(
    checks.map((check) =>
      check(shop).catch((error: unknown) => [`${shop.address} does not answer: ${reasonOf(error)}.`]),
    ),
  );
  return [...new Set(findings.flat())];
}

const checks: readonly Check[] = [
  pageAndItsFiles,
  unknownAddresses,
  filesForSearchEngines,
  catalogue,
  errorsOfTheApi,
  cookieAndRefusedOrder,
  returnOfTheBank,
  otherSites,
];

async function pageAndItsFiles({ address }: Shop): Promise<string[]> {
  const page = await ask(`${address}/`);
  const html = await page.text();
  const findings = [
    ...statusOf(page, '/', 200),
    ...['content-security-policy', 'strict-transport-security', 'x-content-type-options']
      .filter((name) => !page.headers.has(name))
      .map((name) => `/: the header ${name} is missing.`),
  ];
  if (/immutable|s-maxage/.test(page.headers.get('cache-control') ?? ''))
    findings.push('/: browsers may keep the page after the next deployment.');
  findings.push(...scriptThatIsBlocked(html, page.headers.get('content-security-policy') ?? ''));
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  if (!script) return [...findings, '/: the page loads no script of the shop.'];
  const file = await ask(address + script);
  await file.body?.cancel();
  findings.push(...statusOf(file, script, 200));
  if (!file.headers.get('cache-control')?.includes('immutable'))
    findings.push(`${script}: browsers ask for it again at each visit.`);
  return findings;
}

/** The line that starts the scripts of a page is allowed as it was built: whoever rewrites it on the way stops the shop. */
function scriptThatIsBlocked(html: string, policy: string): string[] {
  return [...html.matchAll(/<script>(.+?)<\/script>/gs)].flatMap(([, script = '']) => {
    const hash = createHash('sha256').update(script).digest('base64');
    return policy.includes(`'sha256-${hash}'`)
      ? []
      : ['/: its security policy blocks the script in the page; does anything change the HTML on the way?'];
  });
}

async function unknownAddresses({ address }: Shop): Promise<string[]> {
  const paths = [`/no-such-page-${randomUUID()}`, `/assets/no-such-file-${randomUUID()}.js`];
  const findings = paths.map(async (path) => {
    const answer = await ask(address + path);
    await answer.body?.cancel();
    return statusOf(answer, path, 404);
  });
  return (await Promise.all(findings)).flat();
}

async function filesForSearchEngines({ address, origin }: Shop): Promise<string[]> {
  const [sitemap, robots] = await Promise.all([ask(`${address}/sitemap.xml`), ask(`${address}/robots.txt`)]);
  const [addresses, rules] = await Promise.all([sitemap.text(), robots.text()]);
  const findings = [...statusOf(sitemap, '/sitemap.xml', 200), ...statusOf(robots, '/robots.txt', 200)];
  if (!addresses.includes(`<loc>${origin}/</loc>`))
    findings.push(`/sitemap.xml: it does not list ${origin}/; is SITE_URL right, and the site built since?`);
  if (!rules.includes(`Sitemap: ${origin}/sitemap.xml`))
    findings.push(`/robots.txt: it does not lead to ${origin}/sitemap.xml.`);
  return findings;
}

async function catalogue({ address }: Shop): Promise<string[]> {
  const answer = await ask(`${address}/api/products`);
  const products: unknown = await answer.json().catch(() => null);
  const findings = statusOf(answer, '/api/products', 200);
  if (findings.length === 0 && !(Array.isArray(products) && products.length > 0))
    findings.push('/api/products: there is no product to buy.');
  if (answer.headers.has('set-cookie'))
    findings.push('/api/products: it sets a cookie, so no cache may keep it.');
  return findings;
}

async function errorsOfTheApi({ address }: Shop): Promise<string[]> {
  const path = '/api/no-such-thing';
  const answer = await ask(address + path);
  const { code } = await errorOf(answer);
  const findings = statusOf(answer, path, 404);
  if (code !== 'not_found') findings.push(`${path}: the answer is not the shop's own.`);
  if (!answer.headers.get('cache-control')?.includes('no-store'))
    findings.push(`${path}: caches may keep a refusal.`);
  return findings;
}

/** An order of a product that there is not: refused, with the cookie of a new session; the next one sets no other. */
async function cookieAndRefusedOrder(shop: Shop): Promise<string[]> {
  const order = (cookie: string) =>
    ask(`${shop.address}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.origin, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify({
        orderData: {
          customerName: 'Smoke Test',
          customerEmail: 'smoke.test@example.com',
          customerPhone: '+254712345678',
          customerAddress: 'Nowhere, Nairobi',
          totalAmount: 1,
          status: 'pending',
        },
        items: [{ productId: randomUUID(), quantity: 1, price: 1 }],
      }),
    });
  const first = await order('');
  const { code } = await errorOf(first);
  if (first.status === 429) return [];
  if (first.status < 400 || first.status >= 500 || !code)
    return [`/api/orders: an order of a product that there is not is answered ${first.status}, not refused.`];
  const [cookie = ''] = first.headers.getSetCookie();
  const wanted = shop.origin.startsWith('https:') ? '__Host-sid=' : 'sid=';
  if (!cookie.startsWith(wanted) || !/; HttpOnly/.test(cookie))
    return ['/api/orders: the cookie of the session does not reach the browser.'];
  const second = await order(cookie.split(';')[0] ?? '');
  await second.body?.cancel();
  return second.headers.getSetCookie().length > 0
    ? ['/api/orders: the cookie of the session does not reach the functions.']
    : [];
}

async function returnOfTheBank({ address, origin }: Shop): Promise<string[]> {
  const path = '/payment/success';
  const answer = await ask(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Lite_Merchant_Trace=none',
  });
  await answer.body?.cancel();
  const location = answer.headers.get('location') ?? '';
  return answer.status === 303 && location.startsWith(`${origin}/payment/error`)
    ? []
    : [
        `POST ${path}: the bank's return is answered ${answer.status} ${location}, not sent on to ${origin}/payment/error.`,
      ];
}

async function otherSites({ address }: Shop): Promise<string[]> {
  const path = '/api/auth/logout';
  const answer = await ask(address + path, {
    method: 'POST',
    headers: { origin: 'https://another-site.example' },
  });
  await answer.body?.cancel();
  return answer.status === 403 ? [] : [`POST ${path}: another site may call it (${answer.status}, not 403).`];
}

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patience), ...init });

const statusOf = ({ status }: Response, path: string, wanted: number): string[] =>
  status === wanted ? [] : [`${path}: answered ${status}, not ${wanted}.`];

async function errorOf(answer: Response): Promise<{ code?: string }> {
  return (await answer.json().catch(() => ({}))) as { code?: string };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
