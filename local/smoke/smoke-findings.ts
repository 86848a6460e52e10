import { createHash, randomUUID } from 'node:crypto';
import { reasonOf } from '../deploy/vendor-api.ts';

/** A check of a running shop; returns one sentence for each problem. */
type Check = (origin: string) => Promise<string[]>;

/** A shop whose owner has yet to enter its products. */
export const noProducts = '/api/products: there is no product to buy.';

/** For each reply. */
const timeoutMs = 30_000;

/**
 * Tests a running shop through its CDN and edge proxy with the requests of a shopper's first minutes. Nothing is bought
 * and no mail is sent: the order is invalid and must be refused.
 * @param address of the shop, e.g. `https://www.shop.co.ke`
 */
export async function smokeFindings(address: string): Promise<string[]> {
  const { origin } = new URL(address);
  const findings = await Promise.all(
    checks.map((check) =>
      check(origin).catch((error: unknown) => [`${origin} does not answer: ${reasonOf(error)}.`]),
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
  refusedOrder,
  cookies,
  returnOfTheBank,
  otherSites,
];

async function pageAndItsFiles(origin: string): Promise<string[]> {
  const page = await request(`${origin}/`);
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
  const file = await request(origin + script);
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

async function unknownAddresses(origin: string): Promise<string[]> {
  const paths = [`/no-such-page-${randomUUID()}`, `/assets/no-such-file-${randomUUID()}.js`];
  const findings = paths.map(async (path) => {
    const answer = await request(origin + path);
    await answer.body?.cancel();
    return statusOf(answer, path, 404);
  });
  return (await Promise.all(findings)).flat();
}

async function filesForSearchEngines(origin: string): Promise<string[]> {
  const [sitemap, robots] = await Promise.all([
    request(`${origin}/sitemap.xml`),
    request(`${origin}/robots.txt`),
  ]);
  const [addresses, rules] = await Promise.all([sitemap.text(), robots.text()]);
  const findings = [...statusOf(sitemap, '/sitemap.xml', 200), ...statusOf(robots, '/robots.txt', 200)];
  if (!withoutPort(addresses).includes(`<loc>${withoutPort(origin)}/</loc>`))
    findings.push(`/sitemap.xml: it does not list ${origin}/; is SITE_URL right, and the site built since?`);
  if (!withoutPort(rules).includes(`Sitemap: ${withoutPort(origin)}/sitemap.xml`))
    findings.push(`/robots.txt: it does not lead to ${origin}/sitemap.xml.`);
  return findings;
}

/** On one machine a build serves shops on several ports, under both names of the machine. */
const withoutPort = (text: string) =>
  text.replaceAll(/http:\/\/(127\.0\.0\.1|localhost):\d+/g, 'http://localhost');

async function catalogue(origin: string): Promise<string[]> {
  const answer = await request(`${origin}/api/products`);
  const products: unknown = await answer.json().catch(() => null);
  const findings = statusOf(answer, '/api/products', 200);
  if (findings.length === 0 && !(Array.isArray(products) && products.length > 0)) findings.push(noProducts);
  if (answer.headers.has('set-cookie'))
    findings.push('/api/products: it sets a cookie, so it cannot be cached.');
  return findings;
}

async function errorsOfTheApi(origin: string): Promise<string[]> {
  const path = '/api/no-such-thing';
  const answer = await request(origin + path);
  const { code } = await errorOf(answer);
  const findings = statusOf(answer, path, 404);
  if (code !== 'not_found') findings.push(`${path}: the error is not the shop's.`);
  if (!answer.headers.get('cache-control')?.includes('no-store'))
    findings.push(`${path}: caches may store an error.`);
  return findings;
}

/** An order of a product that does not exist is refused, and leaves no session. */
async function refusedOrder(origin: string): Promise<string[]> {
  const answer = await request(`${origin}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
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
  const { code } = await errorOf(answer);
  if (answer.status === 429) return [];
  if (answer.status < 400 || answer.status >= 500 || !code)
    return [
      `/api/orders: an order of a product that does not exist is answered ${answer.status}, not refused.`,
    ];
  return answer.headers.getSetCookie().length > 0 ? ['/api/orders: a refused order leaves a session.'] : [];
}

/** Signing out deletes the session's cookie, whether there is one or not. */
async function cookies(origin: string): Promise<string[]> {
  const answer = await request(`${origin}/api/auth/logout`, {
    method: 'POST',
    headers: { origin },
  });
  await answer.body?.cancel();
  const wanted = origin.startsWith('https:') ? '__Host-sid=' : 'sid=';
  return answer.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(wanted) && cookie.includes('; HttpOnly'))
    ? []
    : ['/api/auth/logout: the cookie of the session does not reach the browser.'];
}

async function returnOfTheBank(origin: string): Promise<string[]> {
  const path = '/payment/success';
  const answer = await request(origin + path, {
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

async function otherSites(origin: string): Promise<string[]> {
  const path = '/api/auth/logout';
  const answer = await request(origin + path, {
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
