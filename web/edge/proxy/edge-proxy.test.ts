import type { Context } from '@netlify/edge-functions';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeLimits } from '../../../supabase/functions/_shared/contract/time-limits.ts';
import { keptInMemory } from '../../../local/stack/cdn.ts';
import edgeProxy from './index.ts';

const contextOf = (deploy?: string) =>
  ({
    ip: '197.136.0.1',
    waitUntil: () => {},
    ...(deploy && { deploy: { context: deploy } }),
  }) as unknown as Context;
const context = contextOf('production');
const preview = contextOf('deploy-preview');
const site = 'https://shop.example';
let requested: { url: string; init: RequestInit & { headers: Headers } } | undefined;
let answer: () => Promise<Response>;

const settings = {
  FUNCTIONS_URL: 'https://ref.supabase.example/functions/v1',
  EDGE_PROXY_SECRET: 'the secret',
  FUNCTIONS_REGION: 'eu-central-1',
  SITE_URL: `${site}/`,
};
const withSettings = (env: Record<string, string>) =>
  vi.stubGlobal('Netlify', { env: new Map(Object.entries(env)) });

beforeEach(() => {
  requested = undefined;
  answer = () => Promise.resolve(Response.json({ ok: true }));
  withSettings(settings);
  vi.stubGlobal('caches', keptInMemory());
  vi.stubGlobal('fetch', (url: string, init: RequestInit & { headers: Headers }) => {
    requested = { url, init };
    return answer();
  });
});
afterEach(() => vi.unstubAllGlobals());

const go = (path: string, init?: RequestInit) => edgeProxy(new Request(site + path, init), context);

describe('the edge proxy', () => {
  it('leaves pages to the CDN, also outcome pages requested with GET', async () => {
    expect(await go('/category/solar')).toBeUndefined();
    expect(await go('/payment/success?order=1')).toBeUndefined();
    expect(await go('/apiary')).toBeUndefined();
    expect(requested).toBeUndefined();
  });

  it('forwards API requests with its secret, the site’s origin and the caller’s address', async () => {
    await go('/api/orders?x=1', {
      headers: { cookie: 'sid=1', 'idempotency-key': 'k', 'user-agent': `Mozilla/5.0${' x'.repeat(400)}` },
    });
    expect(requested?.url).toBe('https://ref.supabase.example/functions/v1/api/orders?x=1');
    expect(Object.fromEntries(requested?.init.headers ?? [])).toEqual({
      cookie: 'sid=1',
      'x-shop-cookies': 'sid=1',
      'x-region': 'eu-central-1',
      'idempotency-key': 'k',
      'x-shop-secret': 'the secret',
      'x-shop-origin': site,
      'x-shop-client-address': '197.136.0.1',
      'x-shop-user-agent': `Mozilla/5.0${' x'.repeat(400)}`.slice(0, 400).trim(),
      'x-shop-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
  });

  it.each([
    ['/api/orders', 128_000],
    ['/api/pictures/a-320.webp', 300_000],
  ])('forwards to %s at most %i bytes', async (path, most) => {
    const send = (bytes: number) => go(path, { method: 'PUT', body: 'x'.repeat(bytes) });
    expect((await send(most + 1))?.status).toBe(413);
    expect(requested).toBeUndefined();
    expect((await send(most))?.status).toBe(200);
  });

  it('refuses TRACE, which no fetch may pass on', async () => {
    const trace = Object.defineProperty(new Request(`${site}/api/products`), 'method', { value: 'TRACE' });
    const reply = await edgeProxy(trace, context);
    expect([reply?.status, await reply?.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
    expect(requested).toBeUndefined();
  });

  it('takes the site’s origin from its setting, whatever host a request names', async () => {
    await edgeProxy(new Request('https://evil.example/api/orders'), context);
    expect(requested?.init.headers.get('x-shop-origin')).toBe(site);
  });

  it.each(Object.keys(settings))(
    'without %s nothing is forwarded, and the log names the setting',
    async (name) => {
      const headerOf = vi.spyOn(console, 'error').mockImplementation(() => {});
      withSettings({ ...settings, URL: site, [name]: '' });
      expect((await go('/api/orders'))?.status).toBe(503);
      expect(headerOf).toHaveBeenCalledExactlyOnceWith(`The edge proxy lacks the settings ${name}.`);
      expect(requested).toBeUndefined();
    },
  );

  it('sends the shop’s cookies, and no others, in an extra header as well', async () => {
    const cookie = 'theme=dark; __Host-sid=1;__Host-device=2; sid2=3; __cf_bm=x';
    await go('/api/orders', { headers: { cookie, 'x-shop-cookies': 'sid=mine' } });
    expect(requested?.init.headers.get('x-shop-cookies')).toBe('__Host-sid=1; __Host-device=2');
    await go('/api/orders', { headers: { 'x-shop-cookies': 'sid=mine' } });
    expect(requested?.init.headers.get('x-shop-cookies')).toBeNull();
  });

  describe('in a preview of a change', () => {
    const request = new Request('https://deploy-preview-7--shop.netlify.example/api/orders');
    const own = {
      PREVIEW_FUNCTIONS_URL: 'https://other.supabase.example/functions/v1',
      PREVIEW_EDGE_PROXY_SECRET: 'another secret',
      PREVIEW_FUNCTIONS_REGION: 'eu-west-1',
    };

    it('forwards to the preview’s own project, with the preview’s own origin', async () => {
      withSettings({ ...settings, ...own });
      await edgeProxy(request, preview);
      expect(requested?.url).toBe('https://other.supabase.example/functions/v1/api/orders');
      expect(Object.fromEntries(requested?.init.headers ?? [])).toMatchObject({
        'x-shop-secret': 'another secret',
        'x-shop-origin': 'https://deploy-preview-7--shop.netlify.example',
        'x-region': 'eu-west-1',
      });
    });

    it('never reaches the shop’s data: without its own project every request fails', async () => {
      const lacks =
        'The edge proxy lacks the settings PREVIEW_FUNCTIONS_URL, PREVIEW_EDGE_PROXY_SECRET, PREVIEW_FUNCTIONS_REGION.';
      const headerOf = vi.spyOn(console, 'error').mockImplementation(() => {});
      expect((await edgeProxy(request, preview))?.status).toBe(503);
      // Should Netlify ever not say what was deployed.
      expect((await edgeProxy(request, contextOf()))?.status).toBe(503);
      withSettings({ ...settings, ...own, PREVIEW_FUNCTIONS_URL: settings.FUNCTIONS_URL });
      expect((await edgeProxy(request, preview))?.status).toBe(503);
      expect(requested).toBeUndefined();
      expect(headerOf.mock.calls.flat()).toEqual([
        lacks,
        lacks,
        'PREVIEW_FUNCTIONS_URL names the functions of the shop itself: a preview needs a project of its own.',
      ]);
    });
  });

  it('overwrites headers that only it may set', async () => {
    await go('/api/orders', {
      headers: {
        'x-shop-secret': 'guess',
        'x-shop-origin': 'https://evil.example',
        'x-shop-client-address': '1.1.1.1',
        'x-shop-user-agent': 'another',
        'x-shop-request-id': 'mine',
        authorization: 'Bearer x',
        apikey: 'x',
      },
    });
    const headers = Object.fromEntries(requested?.init.headers ?? []);
    expect(headers).toMatchObject({
      'x-shop-secret': 'the secret',
      'x-shop-origin': site,
      'x-shop-client-address': '197.136.0.1',
      'x-shop-user-agent': '',
    });
    expect(headers['x-shop-request-id']).not.toBe('mine');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('apikey');
  });

  it('adds the site’s headers to every reply, also to its own errors', async () => {
    const replies = [
      await go('/api/orders'),
      await go('/api/orders', { method: 'POST', body: 'x'.repeat(200_000) }),
    ];
    expect(replies.map((reply) => reply?.status)).toEqual([200, 413]);
    for (const reply of replies) {
      expect(Object.fromEntries(reply?.headers ?? [])).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });

  it('forwards the bank’s return to its function and passes the redirect to the browser', async () => {
    answer = () =>
      Promise.resolve(new Response(null, { status: 303, headers: { location: `${site}/payment/success` } }));
    const response = await go('/payment/success', { method: 'POST', body: 'LITE_MERCHANT_TRACE=1' });
    expect(requested?.url).toBe('https://ref.supabase.example/functions/v1/payment-return/success');
    expect(requested?.init.redirect).toBe('manual');
    expect(response?.status).toBe(303);
    expect(response?.headers.get('location')).toBe(`${site}/payment/success`);
  });

  it('a redirect by newer functions to a page this site does not have yet becomes the undecided page of the same order', async () => {
    const leads = (location: string) => {
      answer = () => Promise.resolve(new Response(null, { status: 303, headers: { location } }));
      return go('/payment/success', { method: 'POST', body: 'LITE_MERCHANT_TRACE=1' });
    };
    const newer = await leads(`${site}/payment/in-review?Ecom_ConsumerOrderID=DON-7&order=o-1`);
    expect([newer?.status, newer?.headers.get('location')]).toEqual([
      303,
      `${site}/payment/try-later?Ecom_ConsumerOrderID=DON-7&order=o-1`,
    ]);
    for (const path of ['success', 'failed', 'try-later', 'error']) {
      const known = await leads(`${site}/payment/${path}?order=o-1&news=of-a-newer-function`);
      expect(known?.headers.get('location')).toBe(
        `${site}/payment/${path}?order=o-1&news=of-a-newer-function`,
      );
    }
  });

  it('is the only one to set cookies', async () => {
    answer = () =>
      Promise.resolve(
        new Response('{}', {
          headers: {
            'x-shop-cookie': 'sid=2; HttpOnly, device=3; HttpOnly',
            'set-cookie': '__cf=1',
            'x-sb-region': 'eu',
          },
        }),
      );
    const response = await go('/api/auth/me');
    expect(response?.headers.getSetCookie()).toEqual(['sid=2; HttpOnly', 'device=3; HttpOnly']);
    expect(response?.headers.get('x-shop-cookie')).toBeNull();
    expect(response?.headers.get('x-sb-region')).toBeNull();
  });

  it('passes on the length of a list and the links to its other pages', async () => {
    const paging = {
      'x-request-id': 'an id',
      'x-total-count': '7',
      link: '</api/transactions?page=2&limit=5>; rel="next"',
    };
    answer = () => Promise.resolve(new Response('[]', { headers: paging }));
    expect(Object.fromEntries((await go('/api/transactions?limit=5'))?.headers ?? [])).toMatchObject(paging);
  });

  it('passes on cache lifetimes and ETags', async () => {
    const kept = {
      etag: '"1"',
      'cache-control': 'public, max-age=0',
      'netlify-cdn-cache-control': 'public, max-age=5',
      'netlify-vary': 'query=own|q',
    };
    answer = () => Promise.resolve(new Response('[]', { headers: kept }));
    const reply = await go('/api/products', { headers: { 'if-none-match': '"0"' } });
    expect(Object.fromEntries(reply?.headers ?? [])).toMatchObject(kept);
    // Always a whole reply of the function, of which a copy can be kept.
    expect(requested?.init.headers.has('if-none-match')).toBe(false);
    const again = await go('/api/products', { headers: { 'if-none-match': '"0", W/"1-df"' } });
    expect([again?.status, await again?.text()]).toEqual([304, '']);
    expect(Object.fromEntries(again?.headers ?? [])).toMatchObject(kept);

    // Whatever a function says, a reply with a cookie is not cached.
    const headers = { ...kept, 'x-shop-cookie': 'sid=2; HttpOnly' };
    answer = () => Promise.resolve(new Response('[]', { headers }));
    const personal = await go('/api/products');
    expect(personal?.headers.get('cache-control')).toBe('no-store');
    expect(personal?.headers.has('netlify-cdn-cache-control')).toBe(false);
  });

  it('refuses a body that is too large, whatever its content-length', async () => {
    const large = await go('/api/orders', { method: 'POST', body: 'x'.repeat(200_000) });
    expect(large?.status).toBe(413);
    expect(await large?.json()).toMatchObject({ code: 'body_too_large' });
    const declared = { method: 'POST', body: 'x', headers: { 'content-length': '200000' } };
    expect((await go('/api/orders', declared))?.status).toBe(413);
    const back = await go('/payment/success?order=o-1', { method: 'POST', body: 'x'.repeat(200_000) });
    expect(back?.headers.get('location')).toBe(`${site}/payment/try-later?order=o-1`);
    expect(requested).toBeUndefined();
  });

  it('a buyer from the bank whom the functions refuse reads that it is undecided', async () => {
    answer = () => Promise.resolve(Response.json({ code: 'body_too_large' }, { status: 413 }));
    const back = await go('/payment/error?order=o-1', { method: 'POST', body: 'x' });
    expect([back?.status, back?.headers.get('location')]).toEqual([
      303,
      `${site}/payment/try-later?order=o-1`,
    ]);
  });

  it.each([
    ['does not answer', () => Promise.reject(new Error('connection refused'))],
    [
      'is answered for by the platform',
      () => Promise.resolve(Response.json({ code: 'BOOT_ERROR' }, { status: 503 })),
    ],
  ])(
    'a function that %s: a buyer from the bank reads that it is undecided, an API caller when to try again',
    async (_, failing) => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      answer = failing;
      const back = await go('/payment/success?order=o-1', {
        method: 'POST',
        body: 'LITE_MERCHANT_TRACE=x',
      });
      expect([back?.status, back?.headers.get('location')]).toEqual([
        303,
        `${site}/payment/try-later?order=o-1`,
      ]);
      const api = await go('/api/orders');
      expect([api?.status, await api?.json()]).toMatchObject([503, { code: 'service_unavailable' }]);
    },
  );

  it('passes on the errors of functions', async () => {
    const own = { code: 'internal', message: 'Something went wrong', requestId: 'r' };
    answer = () => Promise.resolve(Response.json(own, { status: 500, headers: { 'x-request-id': 'r' } }));
    const api = await go('/api/orders');
    expect([api?.status, await api?.json()]).toEqual([500, own]);
  });

  it('returns the shop’s own error when the functions do not respond', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    answer = () => Promise.reject(new TypeError('connection refused'));
    const response = await go('/api/products');
    expect(response?.status).toBe(503);
    const body = (await response?.json()) as { requestId: string };
    expect(body).toMatchObject({
      code: 'service_unavailable',
      message: expect.stringMatching(/try again/) as string,
    });
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.any(String), body.requestId, expect.any(String));
  });

  describe('when the functions fail', () => {
    const works = () =>
      Promise.resolve(
        Response.json([{ price: 1 }], {
          headers: { etag: '"1"', 'netlify-cdn-cache-control': 'public, max-age=5' },
        }),
      );
    const fails = () => Promise.resolve(new Response('', { status: 503 }));
    const read = async (path = '/api/products') => {
      const reply = await go(path);
      return { status: reply?.status, of: reply?.headers.get('x-copy-of'), body: await reply?.text() };
    };

    beforeEach(() => {
      vi.spyOn(console, 'warn').mockImplementation(() => {});
      vi.useFakeTimers({ now: Date.parse('2026-12-01T07:42:00Z') });
    });
    afterEach(() => vi.useRealTimers());

    it.each([502, 503, 504])(
      '%i: the last good copy of at most ten minutes is sent, with its time',
      async (status) => {
        answer = works;
        await read();
        answer = () => Promise.resolve(Response.json({}, { status, headers: { 'x-request-id': 'own' } }));
        vi.setSystemTime(Date.parse('2026-12-01T07:51:00Z'));
        const reply = await go('/api/products');
        expect(await reply?.json()).toEqual([{ price: 1 }]);
        expect(Object.fromEntries(reply?.headers ?? [])).toMatchObject({
          'x-copy-of': '2026-12-01T07:42:00.000Z',
          'cache-control': 'no-store',
        });
        // Neither the CDN nor a browser takes it for a fresh one.
        for (const name of ['netlify-cdn-cache-control', 'etag'])
          expect(reply?.headers.has(name)).toBe(false);

        expect((await read('/api/products?limit=5')).status).toBe(status);
        vi.setSystemTime(Date.parse('2026-12-01T07:52:01Z'));
        expect((await read()).status).toBe(status);
      },
    );

    it('no answer within five seconds: the copy is sent; without one the caller waits for the answer', async () => {
      answer = works;
      await read();
      answer = () => new Promise((resolve) => setTimeout(() => void works().then(resolve), 9_000));
      const [copied, waited] = [read(), read('/api/products?q=x')];
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await copied).toMatchObject({ status: 200, of: '2026-12-01T07:42:00.000Z' });
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await waited).toMatchObject({ status: 200, of: null });
      // The late answer became the next copy.
      answer = fails;
      expect((await read()).of).toBe('2026-12-01T07:42:09.000Z');
    });

    it('nobody’s own reply is copied, nor one with a cookie, and other errors stay', async () => {
      answer = () => Promise.resolve(Response.json({ mine: 1 }));
      await read();
      answer = fails;
      expect((await read()).status).toBe(503);
      answer = () =>
        Promise.resolve(
          new Response('{}', {
            headers: { 'netlify-cdn-cache-control': 'public, max-age=5', 'x-shop-cookie': 'a=1' },
          }),
        );
      await read();
      answer = fails;
      expect((await read()).status).toBe(503);
      answer = works;
      await read();
      answer = () => Promise.resolve(new Response('', { status: 404 }));
      expect((await read()).status).toBe(404);
    });

    it.each([
      ['fails', { open: () => Promise.reject(new Error('no caches here')) }],
      ['is missing', undefined],
    ])('where the place for copies %s the shop answers as before', async (_, caches) => {
      vi.stubGlobal('caches', caches);
      answer = works;
      expect((await read()).status).toBe(200);
      answer = fails;
      expect((await read()).status).toBe(503);
    });
  });

  it('sends no half of a reply that ends early', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const half = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode('[{"id":'));
        controller.error(new TypeError('terminated'));
      },
    });
    answer = () => Promise.resolve(new Response(half));
    const response = await go('/api/products');
    expect([response?.status, await response?.json()]).toMatchObject([503, { code: 'service_unavailable' }]);
  });

  it('keeps the order of a return from the bank whose reply ends early', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const location = `${site}/payment/success?order=1`;
    answer = () => Promise.resolve(new Response(broken, { status: 303, headers: { location } }));
    const response = await go('/payment/return', { method: 'POST' });
    expect([response?.status, response?.headers.get('location')]).toEqual([
      303,
      `${site}/payment/try-later?order=1`,
    ]);
  });

  it('gives up on functions that take too long, and on a reply that does', async () => {
    vi.useFakeTimers();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const aborted = () =>
      new Promise<never>((_, reject) => {
        const { signal } = requested?.init ?? {};
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const silent = () => new Response(new ReadableStream({ pull: aborted }));
    for (const answers of [aborted, () => Promise.resolve(silent())]) {
      answer = answers;
      const response = go('/api/products');
      await vi.advanceTimersByTimeAsync(timeLimits.proxy - 1);
      expect(requested?.init.signal?.aborted).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect((await response)?.status).toBe(503);
    }
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('keeps no timer of a request that was answered', async () => {
    vi.useFakeTimers();
    expect((await go('/api/products'))?.status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });
});
