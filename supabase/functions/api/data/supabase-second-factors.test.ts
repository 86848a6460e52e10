import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { errorMessage } from '../../_shared/contract/error-messages.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import { supabaseSecondFactors } from './supabase-second-factors.ts';

const secret = new Secret({ size: 20 });
const claims = Buffer.from(JSON.stringify({ session_id: '00000000-0000-4000-8000-000000000001' }));
const tokens = {
  userId: 'ada',
  accessToken: `head.${claims.toString('base64url')}.signature`,
  refreshToken: 'r',
  accessExpiresAt: 0,
};

/** The half minutes of the codes that were accepted. */
function factors() {
  const used: number[] = [];
  const rpc = (name: string, { p_step }: { p_step?: number }) => {
    if (name === 'use_second_factor') used.push(p_step ?? 0);
    return Promise.resolve(
      name === 'use_second_factor' ? true : { sealedSecret: secret.base32, isConfirmed: true },
    );
  };
  const asShop = { rpc } as unknown as SupabaseClients['asShop'];
  const sealer = {
    seal: (text: string) => Promise.resolve(text),
    open: (text: string) => Promise.resolve(text),
  };
  return { used, prove: (code: string) => supabaseSecondFactors({ asShop }, sealer).prove(tokens, code) };
}

/** What a phone shows whose clock is so many half minutes off. */
const codeOf = (now: number, halfMinutes: number) =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp: now + halfMinutes * 30_000,
  });

it('a phone whose clock is half a minute off signs in; with minutes off, the error says what to do', async () => {
  const { used, prove } = factors();
  const now = Date.now();
  const step = Math.floor(now / 30_000);
  // A half minute may end in between.
  const at = (halfMinutes: number) => codeOf(step * 30_000, halfMinutes);
  for (const off of [-1, 0, 1]) await prove(at(off));
  expect(used).toEqual([step - 1, step, step + 1]);
  for (const minutes of [-60, -5, -2, 2, 5, 60])
    await expect(prove(at(minutes * 2))).rejects.toMatchObject({ code: 'wrong_code' });
  expect(used).toHaveLength(3);
  expect(errorMessage.wrong_code).toContain('let your phone set its clock by itself');
});
