type Env = Record<string, string | undefined>;

/** Where the functions answer, and what they believe the caller by. */
export type FunctionsAccess = { url: string; secret: string };

/** The origin under which the shop is known: SITE_URL, or what Netlify says; on one machine the local stack's. */
export function originOf(env: Env): string {
  return new URL(env.SITE_URL ?? env.URL ?? 'http://127.0.0.1:8888').origin;
}

/** Whether the site is a preview of a change, which search engines leave out. */
export function isPreview(env: Env): boolean {
  return env.CONTEXT !== undefined && env.CONTEXT !== 'production';
}

/**
 * The functions whose products the built pages show.
 * @throws Error when they are not set: a site without its products is not built
 */
export function functionsAccess(env: Env): FunctionsAccess {
  const { FUNCTIONS_URL: url, EDGE_PROXY_SECRET: secret } = env;
  if (!url || !secret) {
    throw new Error(
      'FUNCTIONS_URL and EDGE_PROXY_SECRET are not set: the built pages show the products that the shop’s API answers. On this machine `npm start` and the tests build the site from the demo catalogue.',
    );
  }
  return { url, secret };
}
