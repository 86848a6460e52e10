/** Reads one setting; a function that lacks one refuses to start and names it. */
export function requiredEnv(env: { get(name: string): string | undefined }, name: string): string {
  const value = env.get(name);
  if (!value) throw new Error(`The setting ${name} is missing.`);
  return value;
}

/**
 * One of the platform's keys: Supabase gives each function `SUPABASE_SECRET_KEYS` and `SUPABASE_PUBLISHABLE_KEYS` as a
 * JSON object of named keys (https://supabase.com/docs/guides/functions/secrets).
 */
export function platformKey(
  env: { get(name: string): string | undefined },
  kind: 'PUBLISHABLE' | 'SECRET',
): string {
  const keys = JSON.parse(requiredEnv(env, `SUPABASE_${kind}_KEYS`)) as Record<string, string>;
  const key = keys.default ?? Object.values(keys)[0];
  if (!key) throw new Error(`The setting SUPABASE_${kind}_KEYS names no key.`);
  return key;
}
