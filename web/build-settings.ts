type Env = Record<string, string | undefined>;

/** The URL of the functions, and the secret that authenticates the caller. */
export type FunctionsAccess = { url: string; secret: string };

/**
 * The shop's public origin; locally that of the local stack.
 * @throws Error on Netlify without SITE_URL: Netlify's own address would be written into every page
 */
export function originOf(env: Env): string {
  if (env.NETLIFY && !env.SITE_URL)
    throw new Error('The setting SITE_URL is missing: the address of the shop.');
  return new URL(env.SITE_URL || 'http://127.0.0.1:8888').origin;
}

/** Whether the site is a deploy preview, which is not indexed. */
export function isPreview(env: Env): boolean {
  return env.CONTEXT !== undefined && env.CONTEXT !== 'production';
}

/** The URL of the site's functions; a preview never uses those of the shop. */
export function functionsUrlOf(env: Env): string | undefined {
  return isPreview(env) ? env.PREVIEW_FUNCTIONS_URL : env.FUNCTIONS_URL;
}

/**
 * Access to the functions whose products the built pages show.
 * @throws Error when they are not set, or a preview's are the shop's: a site without its products is not built
 */
export function functionsAccess(env: Env): FunctionsAccess {
  const url = functionsUrlOf(env);
  const secret = isPreview(env) ? env.PREVIEW_EDGE_PROXY_SECRET : env.EDGE_PROXY_SECRET;
  if (isPreview(env) && url !== undefined && url === env.FUNCTIONS_URL)
    throw new Error('PREVIEW_FUNCTIONS_URL names the functions of the shop itself.');
  if (!url || !secret) {
    const prefix = isPreview(env) ? 'PREVIEW_' : '';
    throw new Error(
      `${prefix}FUNCTIONS_URL and ${prefix}EDGE_PROXY_SECRET are not set: the built pages show the products that the shop’s API answers. On this machine "npm start" and the tests build the site from the demo catalogue.`,
    );
  }
  return { url, secret };
}

/** Whether a site without products is intended: a new shop, whose owner will enter them (EMPTY_SHOP=on). */
export function mayBeEmpty(env: Env): boolean {
  return env.EMPTY_SHOP === 'on';
}

/** Whether the service worker is removed from every device (SERVICE_WORKER=off). */
export function isWorkerOff(env: Env): boolean {
  return env.SERVICE_WORKER === 'off';
}
