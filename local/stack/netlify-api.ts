import { Hono } from 'hono';

type Purge = { site_id?: unknown; cache_tags?: unknown };

/** A tag can be purged at most twice in five seconds. */
const purgeLimit = { max: 2, windowMs: 5_000 };

/**
 * The only call of Netlify's API that the functions make: `POST /api/v1/purge`, which answers 202, or 429 for a tag that
 * was purged too often. An empty list of tags purges nothing.
 * @param purge without tags: everything
 */
export function netlifyApi(token: string, purge: (tags?: readonly string[]) => void): Hono {
  const purgedAt = new Map<string, number[]>();
  const isTooOften = (tag: string) => {
    const recent = (purgedAt.get(tag) ?? []).filter((at) => at > Date.now() - purgeLimit.windowMs);
    purgedAt.set(tag, [...recent, Date.now()]);
    return recent.length >= purgeLimit.max;
  };
  const app = new Hono();
  app.post('/api/v1/purge', async (context) => {
    if (context.req.header('authorization') !== `Bearer ${token}`) return context.json({}, 401);
    const { site_id: site, cache_tags: tags } = await context.req.json<Purge>().catch((): Purge => ({}));
    if (typeof site !== 'string') return context.json({ message: 'site_id is missing' }, 400);
    const requested = Array.isArray(tags) ? tags.map(String) : undefined;
    if ((requested ?? ['all']).filter(isTooOften).length > 0) return context.json({}, 429);
    purge(requested);
    return context.body(null, 202);
  });
  return app;
}
