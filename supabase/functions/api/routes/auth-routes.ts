import { Hono } from 'hono';
import {
  type AuthReply,
  loginSchema,
  registerSchema,
  updateProfileSchema,
  type User,
} from '../../_shared/contract/auth.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { AuthTokens, Deps } from '../deps.ts';
import { type ApiEnv, endSession, signedInCaller, signInSession, whoIsCalling } from './caller.ts';

export function authRoutes(deps: Deps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/login', async (c) => {
      const tokens = await deps.accounts.signIn(await readJsonBody(c.req.raw, loginSchema));
      const reply: AuthReply = { user: await profileOf(deps, tokens) };
      await signInSession(c, deps, tokens);
      return c.json(reply);
    })
    .post('/register', async (c) => {
      const tokens = await deps.accounts.register(await readJsonBody(c.req.raw, registerSchema));
      const reply: AuthReply = { user: await profileOf(deps, tokens) };
      await signInSession(c, deps, tokens);
      return c.json(reply, 201);
    })
    .post('/logout', async (c) => {
      // The session ends here whatever the auth service says of its own part.
      const { tokens } = await whoIsCalling(c, deps).catch(() => ({ tokens: null }));
      await endSession(c, deps);
      if (tokens) {
        await deps.accounts
          .signOut(tokens.accessToken)
          .catch((error: unknown) =>
            deps.log({ level: 'warn', event: 'sign_out_failed', message: String(error) }),
          );
      }
      return c.json({ success: true });
    })
    .get('/me', async (c) => {
      const user = await deps.accounts.profile(await signedInCaller(c, deps));
      if (!user) throw new Refusal('not_signed_in');
      const reply: AuthReply = { user };
      return c.json(reply);
    })
    .put('/me', async (c) => {
      const tokens = await signedInCaller(c, deps);
      const changes = await readJsonBody(c.req.raw, updateProfileSchema);
      const user = await deps.accounts.updateProfile(tokens, changes);
      if (!user) throw new Refusal('not_signed_in');
      const reply: AuthReply = { user };
      return c.json(reply);
    });
}

/** The profile of who has just signed in. */
export async function profileOf(deps: Deps, tokens: AuthTokens): Promise<User> {
  const user = await deps.accounts.profile(tokens);
  if (!user) throw new Error('A person signed in but their profile cannot be read.');
  return user;
}
