/** Reads one setting; a function that lacks one refuses to start and names it. */
export function requiredEnv(env: { get(name: string): string | undefined }, name: string): string {
  const value = env.get(name);
  if (!value) throw new Error(`The setting ${name} is missing.`);
  return value;
}

/**
 * One of the platform's keys. Hosted Supabase gives `SUPABASE_SECRET_KEYS` as a JSON object of named keys,
 * the local stack the single `SUPABASE_SECRET_KEY` (https://supabase.com/docs/guides/functions/secrets).
 */
export function platformKey(
  env: { get(name: string): string | undefined },
  kind: 'PUBLISHABLE' | 'SECRET',
): string {
  const named = env.get(`SUPABASE_${kind}_KEYS`);
  if (named) {
    const keys = JSON.parse(named) as Record<string, string>;
    const key = keys.default ?? Object.values(keys)[0];
    if (key) return key;
  }
  return requiredEnv(env, `SUPABASE_${kind}_KEY`);
}
