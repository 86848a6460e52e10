import { Hono } from 'hono';
import { cdnHeader, timeLimits } from '../_shared/contract/time-limits.ts';
import { countingCalls } from '../_shared/logging/call-count.ts';
import {
  edgeProxyHeaders,
  requestIdOf,
  requireEdgeProxy,
  requireSameOrigin,
} from '../_shared/http/edge-proxy-call.ts';
import { asPage, errorResponse, Refusal } from '../_shared/http/refusal.ts';
import { requestLine } from '../_shared/logging/request-line.ts';
import { accountHash, securityEventOf, securityLine } from '../_shared/logging/security-line.ts';
import type { Deps } from './deps.ts';
import { accountRoutes } from './routes/account-routes.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { authRoutes } from './routes/auth-routes.ts';
import type { ApiEnv } from './routes/caller.ts';
import { cartRoutes } from './routes/cart-routes.ts';
import { deliveryRoutes } from './routes/delivery-routes.ts';
import { healthRoutes } from './routes/health-routes.ts';
import { orderRoutes } from './routes/order-routes.ts';
import { quotationRoutes } from './routes/quotation-routes.ts';
import { productRoutes } from './routes/product-routes.ts';
import { serve } from './routes/serve.ts';

/** The whole `/api` surface. The platform calls it with the function's name in front of the path, which is `/api` too. */
export function createApp(deps: Deps): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>({ strict: false });

  app.use(async (c, next) => {
    const startedAt = Date.now();
    const requestId = requestIdOf(c.req.raw.headers);
    c.set('requestId', requestId);
    const calls = await countingCalls(async (count) => {
      await next();
      return count.calls;
    });
    c.header(edgeProxyHeaders.answeredId, requestId);
    const { method, path } = c.req;
    const { status } = c.res;
    const account = c.get('account') ?? null;
    const who = accountHash(account);
    deps.log(
      requestLine({ requestId, method, path, route: c.get('route') ?? null, status, calls, who }, startedAt),
    );
    const what = securityEventOf(method, path, status);
    if (!what) return;
    const clientAddress = c.get('call')?.clientAddress ?? '';
    deps.log(securityLine({ what, requestId, account, clientAddress }));
  });

  app.use('/api/*', async (c, next) => {
    const call = requireEdgeProxy(c.req.raw.headers, deps.edgeProxySecret);
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') requireSameOrigin(c.req.raw.headers, call.origin);
    c.set('call', call);
    await withinTime(next(), timeLimits.request);
    const cookies = c.get('cookies') ?? [];
    if (cookies.length > 0) c.header(edgeProxyHeaders.cookie, cookies.join(', '));
    // Replies that are not public or set a cookie must not be cached.
    if (!c.res.headers.has(cdnHeader) || cookies.length > 0) {
      c.header(cdnHeader, undefined);
      c.header('cache-control', 'no-store');
    }
  });

  const served = serve(app, deps);
  productRoutes(served, deps);
  deliveryRoutes(served, deps);
  orderRoutes(served, deps);
  quotationRoutes(served, deps);
  cartRoutes(served, deps);
  authRoutes(served, deps);
  accountRoutes(served, deps);
  adminRoutes(served, deps);
  healthRoutes(served, deps);

  app.notFound((c) => {
    const allowed = methodsOf(app, c.req.path);
    const refusal =
      allowed.length > 0
        ? new Refusal('method_not_allowed', { headers: { allow: allowed.join(', ') } })
        : new Refusal('not_found');
    return errorResponse(refusal, deps.log, c.get('requestId'));
  });
  app.onError((error, c) => {
    const reply = errorResponse(error, deps.log, c.get('requestId'));
    return c.req.header('accept')?.includes('text/html') ? asPage(reply) : reply;
  });
  return app;
}

/** The methods of a path, for a 405. */
function methodsOf(app: Hono<ApiEnv>, path: string): string[] {
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replace(/:[A-Za-z]+/g, '[^/]+')}/?$`).test(path);
  const methods = app.routes
    .filter((route) => route.method !== 'ALL' && matches(route.path))
    .map((route) => route.method);
  return [...new Set(methods)];
}

/** @throws Refusal `service_unavailable` when the work is not done in time: the edge proxy would not wait for it */
async function withinTime(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Refusal('service_unavailable')), milliseconds);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
