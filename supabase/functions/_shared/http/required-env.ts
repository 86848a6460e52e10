/** Reads a required setting. @throws Error naming it when it is missing, so that the function does not start */
export function requiredEnv(env: Env, name: string): string {
  const value = env.get(name);
  if (!value) throw new Error(`The setting ${name} is missing.`);
  return value;
}

/** The settings of a function, as `Deno.env` and a `Map` have them. */
export type Env = { get(name: string): string | undefined };

/** Whether this runs on Supabase's own platform, which speaks https, and not on one machine. */
export function isHosted(env: Env): boolean {
  return env.get('SUPABASE_URL')?.startsWith('https:') ?? false;
}

/**
 * The address of the shop, for links in messages.
 * @throws Error when it is missing, or on a hosted shop one that nobody outside can open
 */
export function siteUrlOf(env: Env): string {
  const { origin, protocol, hostname } = requiredUrl(env, 'SITE_URL');
  if (isHosted(env) && (protocol !== 'https:' || /(^|\.)(localhost|example)$|^[\d.]+$/.test(hostname)))
    throw new Error('The setting SITE_URL must be the shop’s own https address.');
  return origin;
}

/** Reads a required setting that is an address. @throws Error naming it */
export function requiredUrl(env: Env, name: string): URL {
  const value = requiredEnv(env, name);
  if (!URL.canParse(value)) throw new Error(`The setting ${name} must be an address.`);
  return new URL(value);
}
