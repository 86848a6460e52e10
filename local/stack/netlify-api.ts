import { Hono } from 'hono';

type Purge = { site_id?: unknown; cache_tags?: unknown };

/** A tag is forgotten at most so often in so many milliseconds. */
const most = { times: 2, within: 5_000 };

/**
 * The one call of Netlify's API that the functions make: `POST /api/v1/purge`, which answers 202, and 429 for a tag that
 * was forgotten too often. An empty list of tags forgets nothing.
 * @param purge without tags: everything
 */
export function netlifyApi(token: string, purge: (tags?: readonly string[]) => void): Hono {
  const purgedAt = new Map<string, number[]>();
  const isTooOften = (tag: string) => {
    const recent = (purgedAt.get(tag) ?? []).filter((at) => at > Date.now() - most.within);
    purgedAt.set(tag, [...recent, Date.now()]);
    return recent.length >= most.times;
  };
  const app = new Hono();
  app.post('/api/v1/purge', async (context) => {
    if (context.req.header('authorization') !== `Bearer ${token}`) return context.json({}, 401);
    const { site_id: site, cache_tags: tags } = await context.req.json<Purge>().catch((): Purge => ({}));
    if (typeof site !== 'string') return context.json({ message: 'site_id is missing' }, 400);
    const named = Array.isArray(tags) ? tags.map(String) : undefined;
    if ((named ?? ['all']).filter(isTooOften).length > 0) return context.json({}, 429);
    purge(named);
    return context.body(null, 202);
  });
  return app;
}
