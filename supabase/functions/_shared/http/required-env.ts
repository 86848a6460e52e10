/** Reads one setting; a function that lacks one refuses to start and names it. */
export function requiredEnv(env: Env, name: string): string {
  const value = env.get(name);
  if (!value) throw new Error(`The setting ${name} is missing.`);
  return value;
}

/** The settings of a function, as `Deno.env` and a `Map` have them. */
export type Env = { get(name: string): string | undefined };
