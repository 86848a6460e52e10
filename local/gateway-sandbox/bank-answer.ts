import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { contentSecurityPolicy, type Html } from './bank-layout.ts';

/** Sends a page with a policy of its own. `mayFetch`: an address that the page's script may post to. */
export async function answerPage(
  context: Context,
  status: 200 | 400 | 404,
  page: (nonce: string) => Html,
  mayFetch?: string,
): Promise<Response> {
  const nonce = randomBytes(12).toString('base64url');
  context.header('Content-Security-Policy', contentSecurityPolicy(nonce, mayFetch));
  context.header('Cache-Control', 'no-store');
  return context.html(await page(nonce), status);
}
