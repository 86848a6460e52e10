import { createHash, randomUUID } from 'node:crypto';

/** A check of a running shop; returns one sentence for each problem. */
type Check = (shop: Shop) => Promise<string[]>;

type Shop = {
  /** Where the requests go. */
  address: string;
  /** The origin that its pages contain. */
  origin: string;
};

/** For each reply. */
const timeoutMs = 30_000;

/**
 * Tests a running shop through its CDN and edge proxy with the requests of a shopper's first minutes. Nothing is bought
 * and no mail is sent: the order is invalid and must be refused.
 * @param address of the shop, e.g. `https://www.shop.co.ke`
 * @param origin that its pages contain, when it differs from the address
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
  const page = await request(`${address}/`);
  const html = await page.text();
  const findings = [
    ...statusOf(page, '/', 200),
    ...['content-security-policy', 'strict-transport-security', 'x-content-type-options']
      .filter((name) => !page.headers.has(name))
      .map((name) => `/: the header ${name} is missing.`),
  ];
  if (/immutable|s-maxage/.test(page.headers.get('cache-control') ?? ''))
    findings.push('/: browsers may cache the page beyond the next deployment.');
  findings.push(...scriptThatIsBlocked(html, page.headers.get('content-security-policy') ?? ''));
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  if (!script) return [...findings, '/: the page loads no script of the shop.'];
  const file = await request(address + script);
  await file.body?.cancel();
  findings.push(...statusOf(file, script, 200));
  if (!file.headers.get('cache-control')?.includes('immutable'))
    findings.push(`${script}: browsers request it again at each visit.`);
  return findings;
}

/** The policy allows the inline script by its hash: a proxy that rewrites the HTML would block it. */
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
    const answer = await request(address + path);
    await answer.body?.cancel();
    return statusOf(answer, path, 404);
  });
  return (await Promise.all(findings)).flat();
}

async function filesForSearchEngines({ address, origin }: Shop): Promise<string[]> {
  const [sitemap, robots] = await Promise.all([
    request(`${address}/sitemap.xml`),
    request(`${address}/robots.txt`),
  ]);
  const [addresses, rules] = await Promise.all([sitemap.text(), robots.text()]);
  const findings = [...statusOf(sitemap, '/sitemap.xml', 200), ...statusOf(robots, '/robots.txt', 200)];
  if (!addresses.includes(`<loc>${origin}/</loc>`))
    findings.push(`/sitemap.xml: it does not list ${origin}/; is SITE_URL right, and the site built since?`);
  if (!rules.includes(`Sitemap: ${origin}/sitemap.xml`))
    findings.push(`/robots.txt: it does not lead to ${origin}/sitemap.xml.`);
  return findings;
}

async function catalogue({ address }: Shop): Promise<string[]> {
  const answer = await request(`${address}/api/products`);
  const products: unknown = await answer.json().catch(() => null);
  const findings = statusOf(answer, '/api/products', 200);
  if (findings.length === 0 && !(Array.isArray(products) && products.length > 0))
    findings.push('/api/products: there is no product to buy.');
  if (answer.headers.has('set-cookie'))
    findings.push('/api/products: it sets a cookie, so it cannot be cached.');
  return findings;
}

async function errorsOfTheApi({ address }: Shop): Promise<string[]> {
  const path = '/api/no-such-thing';
  const answer = await request(address + path);
  const { code } = await errorOf(answer);
  const findings = statusOf(answer, path, 404);
  if (code !== 'not_found') findings.push(`${path}: the error is not the shop's.`);
  if (!answer.headers.get('cache-control')?.includes('no-store'))
    findings.push(`${path}: caches may store an error.`);
  return findings;
}

/** An order of a product that does not exist is refused with the cookie of a new session; a second one sets no cookie. */
async function cookieAndRefusedOrder(shop: Shop): Promise<string[]> {
  const order = (cookie: string) =>
    request(`${shop.address}/api/orders`, {
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
    return [
      `/api/orders: an order of a product that does not exist is answered ${first.status}, not refused.`,
    ];
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
  const answer = await request(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'Lite_Merchant_Trace=none',
  });
  await answer.body?.cancel();
  const location = answer.headers.get('location') ?? '';
  return answer.status === 303 && location.startsWith(`${origin}/payment/error`)
    ? []
    : [
        `POST ${path}: the bank's return is answered ${answer.status} ${location}, not redirected to ${origin}/payment/error.`,
      ];
}

async function otherSites({ address }: Shop): Promise<string[]> {
  const path = '/api/auth/logout';
  const answer = await request(address + path, {
    method: 'POST',
    headers: { origin: 'https://another-site.example' },
  });
  await answer.body?.cancel();
  return answer.status === 403 ? [] : [`POST ${path}: another site may call it (${answer.status}, not 403).`];
}

const request = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs), ...init });

const statusOf = ({ status }: Response, path: string, wanted: number): string[] =>
  status === wanted ? [] : [`${path}: answered ${status}, not ${wanted}.`];

async function errorOf(answer: Response): Promise<{ code?: string }> {
  return (await answer.json().catch(() => ({}))) as { code?: string };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
