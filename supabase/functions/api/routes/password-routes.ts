import { type Context, Hono } from 'hono';
import type { AuthReply } from '../../_shared/contract/auth.ts';
import {
  changePasswordSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
} from '../../_shared/contract/passwords.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens, Deps } from '../deps.ts';
import { profileOf } from './auth-routes.ts';
import { type ApiEnv, signedInCaller, signInSession } from './caller.ts';

/** Writing a mail takes a while, finding no account does not: every answer takes at least this long. */
const shortestAnswerMs = 500;

export function passwordRoutes(deps: Deps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/forgot-password', async (c) => {
      const { email } = await readJsonBody(c.req.raw, forgotPasswordSchema);
      const pause = new Promise((resolve) => setTimeout(resolve, shortestAnswerMs));
      await Promise.all([deps.passwords.sendResetLink(email), pause]);
      return c.json({ success: true });
    })
    .post('/reset-password', async (c) => {
      const { token, password } = await readJsonBody(c.req.raw, resetPasswordSchema);
      return c.json(await startAnew(c, deps, await deps.passwords.reset(token, password)));
    })
    .post('/password', async (c) => {
      const user = await deps.accounts.profile(await signedInCaller(c, deps));
      if (!user) throw new Refusal('not_signed_in');
      const { currentPassword, newPassword } = await readJsonBody(c.req.raw, changePasswordSchema);
      const tokens = await deps.passwords.change(user.email, currentPassword, newPassword);
      return c.json(await startAnew(c, deps, tokens));
    });
}

/** After a new password only this session goes on: whoever knew the old one is out. */
async function startAnew(c: Context<ApiEnv>, deps: Deps, tokens: AuthTokens): Promise<AuthReply> {
  const user = await profileOf(deps, tokens);
  const sid = await signInSession(c, deps, tokens);
  await deps.sessions.endOthers(sid);
  // Those sessions held the only copies of their tokens, so a failure here opens nothing.
  await deps.passwords
    .endOtherSignIns(tokens.accessToken)
    .catch((error: unknown) => deps.log({ level: 'warn', event: 'sign_out_failed', message: String(error) }));
  return { user };
}
