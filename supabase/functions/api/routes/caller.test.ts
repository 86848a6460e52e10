import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../_shared/http/refusal.ts';
import { sessionId } from '../../_shared/http/session-cookie.ts';
import type { SessionContent } from '../../_shared/supabase/sql-replies.ts';
import { api, cookie, now, tokens } from '../../../tests/api-under-test.ts';
import { endPauses } from '../../../../local/testing/pauses.ts';

describe('who is calling', () => {
  const me = (session: SessionContent | null) => {
    const shop = api(session);
    return { ...shop, answer: shop.call('GET', '/api/auth/me') };
  };

  it.each([
    ['no cookie', null],
    ['a guest’s session', {}],
  ])('%s is nobody who is signed in', async (_, session) => {
    const { answer, calls } = me(session);
    expect((await answer).status).toBe(401);
    expect(calls).not.toContain('profile');
  });

  it('a cookie of a session that has ended is nobody’s', async () => {
    const { call, calls, sessions } = api({});
    sessions.read.mockResolvedValue(null);
    expect((await call('GET', '/api/orders')).body).toEqual([]);
    expect(calls).toEqual(['takeLimits']);
  });

  it('tokens that are good for more than a minute are used as they are', async () => {
    const { answer, accounts, calls } = me(tokens({ accessExpiresAt: now() + 62 }));
    expect((await answer).status).toBe(200);
    expect(accounts.profile).toHaveBeenCalledWith(expect.objectContaining({ accessToken: 'access' }));
    expect(calls).not.toContain('takeRefreshLease');
  });

  it('an account without a profile is not signed in', async () => {
    const { call, accounts } = api(tokens());
    accounts.profile.mockResolvedValue(null);
    accounts.updateProfile.mockResolvedValue(null);
    const profile = { name: 'Ada Lovelace', phone: '0712345678', address: 'Milimani, Kisumu' };
    expect((await call('GET', '/api/auth/me')).status).toBe(401);
    expect((await call('PUT', '/api/auth/me', profile)).status).toBe(401);
  });

  describe('with tokens that end within a minute', () => {
    const old = () => tokens({ accessExpiresAt: now() + 58 });

    it('are renewed with the refresh token, saved, and used', async () => {
      const { answer, accounts, sessions } = me(old());
      expect((await answer).status).toBe(200);
      expect(accounts.refresh).toHaveBeenCalledWith('refresh', '');
      const sid = sessionId(cookie);
      expect(sessions.save).toHaveBeenCalledWith(sid, expect.objectContaining({ accessToken: 'renewed' }));
      expect(accounts.profile).toHaveBeenCalledWith(expect.objectContaining({ accessToken: 'renewed' }));
    });

    it('nothing continues before the renewed ones are saved', async () => {
      const shop = api(old());
      let finishSaving = () => {};
      shop.sessions.save.mockReturnValue(
        new Promise<undefined>((resolve) => (finishSaving = () => resolve(undefined))),
      );
      const answer = shop.call('GET', '/api/auth/me');
      // However long it takes until the keeping has begun; what does not wait for it follows at once.
      await vi.waitFor(() => expect(shop.sessions.save).toHaveBeenCalled());
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(shop.calls).toContain('refresh');
      expect(shop.calls).not.toContain('profile');
      finishSaving();
      expect((await answer).status).toBe(200);
    });

    it('renewed ones that cannot be saved are not used: the only copy would be lost', async () => {
      const shop = api(old());
      shop.sessions.save.mockRejectedValue(new Refusal('service_unavailable'));
      expect((await shop.call('GET', '/api/auth/me')).status).toBe(503);
      expect(shop.calls).not.toContain('profile');
    });

    it('a sign-in that has ended for good leaves a guest’s session', async () => {
      const shop = api(old());
      shop.accounts.refresh.mockResolvedValue(null);
      expect((await shop.call('GET', '/api/auth/me')).status).toBe(401);
      expect(shop.sessions.save).toHaveBeenCalledWith(sessionId(cookie), {});
    });

    it('what another caller renewed just before the lease is used, and the lease given back', async () => {
      const shop = api(old());
      const renewed = tokens({ accessToken: 'theirs' });
      shop.sessions.read.mockResolvedValueOnce(old()).mockResolvedValue(renewed);
      await shop.call('GET', '/api/auth/me');
      expect(shop.accounts.refresh).not.toHaveBeenCalled();
      expect(shop.sessions.save).toHaveBeenCalledWith(sessionId(cookie), renewed);
      expect(shop.accounts.profile).toHaveBeenCalledWith(renewed);
    });

    it('whoever signed out meanwhile stays signed out', async () => {
      endPauses();
      for (const lease of [true, false])
        for (const ended of [null, {}]) {
          const shop = api(old());
          shop.sessions.takeRefreshLease.mockResolvedValue(lease);
          shop.sessions.read.mockResolvedValueOnce(old()).mockResolvedValue(ended);
          expect((await shop.call('GET', '/api/auth/me')).status).toBe(401);
          expect(shop.calls).not.toContain('refresh');
        }
    });

    it('while another caller renews them, their result is waited for', async () => {
      endPauses();
      const shop = api(old());
      shop.sessions.takeRefreshLease.mockResolvedValue(false);
      const renewed = tokens({ accessToken: 'theirs' });
      shop.sessions.read.mockResolvedValueOnce(old()).mockResolvedValueOnce(old()).mockResolvedValue(renewed);
      expect((await shop.call('GET', '/api/auth/me')).status).toBe(200);
      expect(shop.calls).not.toContain('refresh');
      expect(shop.accounts.profile).toHaveBeenCalledWith(renewed);
    });

    it('after eight seconds of waiting the caller may try again', async () => {
      const { pauses } = endPauses();
      const shop = api(tokens({ accessExpiresAt: 0 }));
      shop.sessions.takeRefreshLease.mockResolvedValue(false);
      expect((await shop.call('GET', '/api/auth/me')).status).toBe(503);
      expect(shop.sessions.read).toHaveBeenCalledTimes(41);
      expect(pauses).toEqual(Array(40).fill(200));
    });
  });
});
