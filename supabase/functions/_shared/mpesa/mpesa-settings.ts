import { type Env, isHosted, requiredEnv, requiredUrl } from '../http/required-env.ts';

/** What Safaricom gave the merchant, and the address of its notices. Nothing of it is a constant in code. */
export type MpesaSettings = {
  /** e.g. `https://api.safaricom.co.ke`, without a slash at the end. */
  url: string;
  key: string;
  secret: string;
  passkey: string;
  /** Of a till: the store's number. */
  shortcode: string;
  /** Of a till, which has no account number; null of a paybill. */
  till: string | null;
  /** Where payment-notices answers: the functions' own address, never the site's, which may change. */
  noticesUrl: string;
  /** Hex: the secret part of the address of payments to the paybill, kept for ever. */
  noticesToken: string;
  /** Safaricom has enabled the list of payments for this shop. */
  hasList: boolean;
};

/**
 * Null in a shop without M-Pesa.
 * @throws Error with one sentence when a setting is missing or wrong, or a hosted shop would take test payments as real
 */
export function mpesaSettings(env: Env): MpesaSettings | null {
  if (!env.get('MPESA_KEY')) return null;
  const url = new URL(env.get('MPESA_URL') || 'https://api.safaricom.co.ke');
  const isTest = env.get('CARD_GATEWAY_MODE') === 'test';
  if (
    isHosted(env) &&
    !isTest &&
    (url.protocol !== 'https:' || /sandbox|localhost|^[\d.]+$/.test(url.hostname))
  )
    throw new Error('In live mode MPESA_URL must be Safaricom’s own address, not a sandbox.');
  const noticesToken = requiredEnv(env, 'MPESA_NOTICES_TOKEN');
  if (!/^[0-9a-f]{32,64}$/.test(noticesToken))
    throw new Error('The setting MPESA_NOTICES_TOKEN must be 32 to 64 hexadecimal digits.');
  const shortcode = requiredEnv(env, 'MPESA_SHORTCODE');
  if (!/^\d{5,7}$/.test(shortcode)) throw new Error('The setting MPESA_SHORTCODE must be 5 to 7 digits.');
  return {
    url: url.href.replace(/\/+$/, ''),
    key: requiredEnv(env, 'MPESA_KEY'),
    secret: requiredEnv(env, 'MPESA_SECRET'),
    passkey: requiredEnv(env, 'MPESA_PASSKEY'),
    shortcode,
    till: env.get('MPESA_TILL') || null,
    noticesUrl: `${requiredUrl(env, 'SUPABASE_URL').origin}/functions/v1/payment-notices`,
    noticesToken,
    hasList: env.get('MPESA_LIST') === 'on',
  };
}
