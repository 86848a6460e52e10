import { Secret, TOTP } from 'otpauth';
import type { SecondFactorState } from '../../_shared/contract/second-factor.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Sealer } from '../../_shared/secrets/sealed-text.ts';
import { sha256Hex } from '../../_shared/secrets/sha256.ts';
import type { AuthTokens } from '../../_shared/supabase/sql-replies.ts';
import { signInOf } from '../../_shared/supabase/sign-in-id.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';

/** Seconds for which a code is shown, and how many codes before and after are taken: clocks differ (RFC 6238, 5.2). */
const period = 30;
const window = 1;
const numberOfCodes = 10;

/**
 * The second factor of admins: an authenticator app, and recovery codes for a lost phone.
 * @param sealer for the secrets, which open only for the account that they were made for
 */
export function supabaseSecondFactors({ asShop }: Pick<SupabaseClients, 'asShop'>, sealer: Sealer) {
  return {
    state: async (tokens: AuthTokens): Promise<SecondFactorState> => {
      const found = await factorOf(tokens);
      const isOpen = !found.isRequired || found.isVerified;
      return {
        step: isOpen ? 'none' : found.isConfirmed ? 'enter_code' : 'set_up',
        codesLeft: found.codesLeft,
      };
    },
    /** @throws Refusal `forbidden`, `not_signed_in`; to replace an app `second_factor_required`, `password_required` */
    begin: async (tokens: AuthTokens, email: string) => {
      const fresh = await sealer.seal(new Secret({ size: 20 }).base32, tokens.userId);
      const sealed = await asShop.rpc('begin_second_factor', { ...signInOf(tokens), p_sealed_secret: fresh });
      const secret = await secretOf(tokens.userId, sealed);
      const { name } = await asShop.rpc('shop_details');
      return { key: secret.base32, link: totpOf(secret, { issuer: name, label: email }).toString() };
    },
    /** Returns ten recovery codes. @throws Refusal `wrong_code` */
    confirm: async (tokens: AuthTokens, code: string) => {
      const step = await stepOf(tokens, code, 'newSecret');
      const recoveryCodes = Array.from({ length: numberOfCodes }, newRecoveryCode);
      const hashes = recoveryCodes.map((each) => sha256Hex(each.replaceAll('-', '')));
      const isConfirmed = await asShop.rpc('confirm_second_factor', {
        ...signInOf(tokens),
        p_step: step,
        p_code_hashes: hashes,
      });
      if (!isConfirmed) throw wrongCode();
      return recoveryCodes;
    },
    /** @throws Refusal `wrong_code` */
    prove: async (tokens: AuthTokens, code: string) => {
      const isUsed =
        code.length === 6
          ? await useCode(tokens, await stepOf(tokens, code))
          : await useRecoveryCode(tokens, sha256Hex(code));
      if (!isUsed) throw wrongCode();
    },
  };

  function useCode(tokens: AuthTokens, step: number): Promise<boolean> {
    return asShop.rpc('use_second_factor', { ...signInOf(tokens), p_step: step });
  }

  function useRecoveryCode(tokens: AuthTokens, hash: string): Promise<boolean> {
    return asShop.rpc('use_recovery_code', { ...signInOf(tokens), p_code_hash: hash });
  }

  async function factorOf(tokens: AuthTokens) {
    const found = await asShop.rpc('second_factor_of', signInOf(tokens));
    if (!found) throw new Refusal('not_signed_in');
    return found;
  }

  /** The half minute, counted from 1970, whose code this is. @throws Refusal `wrong_code` */
  async function stepOf(
    tokens: AuthTokens,
    code: string,
    of: 'sealedSecret' | 'newSecret' = 'sealedSecret',
  ): Promise<number> {
    const sealed = (await factorOf(tokens))[of];
    if (!sealed) throw wrongCode();
    const totp = totpOf(await secretOf(tokens.userId, sealed));
    const delta = totp.validate({ token: code, window });
    if (delta === null) throw wrongCode();
    return totp.counter() + delta;
  }

  /** @throws Error when the key that sealed it has changed since: such a factor is set up anew */
  async function secretOf(userId: string, sealed: string): Promise<Secret> {
    const base32 = await sealer.open(sealed, userId);
    if (base32 === null) throw new Error('The secret of a second factor cannot be opened with this key.');
    return Secret.fromBase32(base32);
  }
}

const wrongCode = () =>
  new Refusal('wrong_code', { fields: { code: 'This code is not right, or was used already' } });

/** @param shown what authenticator apps call it; codes do not depend on it */
const totpOf = (secret: Secret, shown: { issuer: string; label: string } = { issuer: '', label: '' }) =>
  new TOTP({ ...shown, algorithm: 'SHA1', digits: 6, period, secret });

/** 80 random bits in base32: `ABCD-EFGH-IJKL-MNOP`. */
function newRecoveryCode(): string {
  return new Secret({ size: 10 }).base32.match(/.{4}/g)?.join('-') ?? '';
}
