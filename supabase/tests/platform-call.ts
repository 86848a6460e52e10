import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

export type PlatformReply<T = unknown> = { status: number; body: T; text: string };

/** A call past the shop, straight to Supabase's own API, with the key that every browser has. */
export async function platform<T = unknown>(
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<PlatformReply<T>> {
  const { addresses, keys } = stackUnderTest();
  const response = await fetch(addresses.supabase + path, {
    method,
    headers: {
      apikey: keys.publishable,
      authorization: `Bearer ${token ?? keys.publishable}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (/^[[{]/.test(text) ? JSON.parse(text) : null) as T, text };
}
