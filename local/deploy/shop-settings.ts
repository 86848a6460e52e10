import { createHmac, randomBytes } from 'node:crypto';
import { gatewaySettings } from '../../supabase/functions/_shared/card-gateway/gateway-settings.ts';
import { mpesaSettings } from '../../supabase/functions/_shared/mpesa/mpesa-settings.ts';
import { hashOf } from './netlify-site.ts';

/** The settings of the functions that get a value by chance. */
const random = [
  'EDGE_PROXY_SECRET',
  'ORDER_LINK_SECRET',
  'DATA_ENCRYPTION_KEY',
  'RECONCILE_KEY',
  'HEALTH_KEY',
  'MPESA_NOTICES_TOKEN',
];

/** Those that come from the owner, who may leave them out. */
const ofOwner = [
  'CARD_GATEWAY_SECRET',
  'CARD_GATEWAY_TOKEN_RESOURCE',
  'CARD_GATEWAY_TOKEN_PREFIX',
  'MPESA_URL',
  'MPESA_KEY',
  'MPESA_SECRET',
  'MPESA_PASSKEY',
  'MPESA_SHORTCODE',
  'MPESA_TILL',
  'MPESA_LIST',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'EMAIL_FROM',
  'EMAIL_REPLY_TO',
  'AFRICAS_TALKING_API_KEY',
  'AFRICAS_TALKING_USERNAME',
  'AFRICAS_TALKING_SENDER_ID',
  'AFRICAS_TALKING_REPORT_KEY',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_API_VERSION',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
];

/** An owner's setting without which another one stops the functions. */
const together: readonly (readonly [setting: string, needs: string])[] = [
  ['MPESA_KEY', 'MPESA_SECRET'],
  ['MPESA_KEY', 'MPESA_PASSKEY'],
  ['MPESA_KEY', 'MPESA_SHORTCODE'],
  ['RESEND_API_KEY', 'EMAIL_FROM'],
  ['AFRICAS_TALKING_API_KEY', 'AFRICAS_TALKING_USERNAME'],
  ['WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_PHONE_NUMBER_ID'],
];

/** What the site's build reads besides addresses and secret; stored at Netlify, so that a build elsewhere finds it. */
export const siteSettings = ['CARD_GATEWAY_ORIGINS', 'FORM_ACTION', 'SERVICE_WORKER'];

/** Until the bank has given its ids: everything except paying works. */
export const noBank = '00000000-0000-0000-0000-000000000000';

/** Values by chance for those that neither the file nor the platform has: one that is set is never made anew. */
export function newSecrets(
  file: Record<string, string>,
  atPlatform: readonly string[],
): Record<string, string> {
  const missing = random.filter((name) => !file[name] && !atPlatform.includes(name));
  return Object.fromEntries(missing.map((name) => [name, randomBytes(32).toString('hex')]));
}

/** The names without which the functions would not start: neither in the file nor at the platform. */
export function missingSettings(file: Record<string, string>, atPlatform: readonly string[]): string[] {
  const isSet = (name: string) => Boolean(file[name]) || atPlatform.includes(name);
  return [
    ...[...random, ...Object.keys(derivedSettings(''))].filter((name) => !isSet(name)),
    ...together.filter(([setting, needs]) => isSet(setting) && !isSet(needs)).map(([, needs]) => needs),
  ];
}

/**
 * What the functions would not start with, in one sentence; null without it. Whoever finds out from a function that is
 * live has a shop that is down, and settings cannot be taken back: their earlier values cannot be read.
 * @param values what the file says and the deployment makes; a setting that only the platform knows is not judged
 */
export function wrongSetting(
  values: Record<string, string>,
  file: Record<string, string>,
  atPlatform: readonly string[],
): string | null {
  const ofBank = Object.keys(values).filter((name) => name.startsWith('CARD_GATEWAY_'));
  if (ofBank.some((name) => !file[name] && atPlatform.includes(name))) return null;
  try {
    const hosted = { MPESA_NOTICES_TOKEN: '0'.repeat(32), ...values, SUPABASE_URL: 'https://hosted' };
    gatewaySettings(new Map(Object.entries(hosted)));
    mpesaSettings(new Map(Object.entries(hosted)));
    return null;
  } catch (error) {
    return `${(error as Error).message} Correct it in .env.production.`;
  }
}

/** The functions' settings among those of the file. */
function valuesOfFunctions(file: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(file).filter(([name, value]) => functionSettings.includes(name) && value),
  );
}

/** The bank's address where nobody set another one. */
const usualBank = 'https://portal.host.iveri.com';

/** The settings that the deployment itself fills in. @param address of the shop */
export const derivedSettings = (address: string): Record<string, string> => ({
  SITE_URL: address,
  CARD_GATEWAY_MODE: 'test',
  CARD_GATEWAY_URL: usualBank,
  CARD_GATEWAY_APPLICATION_ID: noBank,
  CARD_GATEWAY_TEST_APPLICATION_ID: noBank,
});

/** Every setting that the functions read, apart from those of the platform. */
export const functionSettings = [...random, ...Object.keys(derivedSettings('')), ...ofOwner];

/**
 * How the functions' settings differ from the owner's file, null where it is not here.
 * @param digests SHA-256 of each value at the platform, which tells no value
 * @returns what is to be set; of it what was made here, which the file lacks; and the names that the file had once, of
 * which the first come from the owner and the others have a usual value
 */
export function settingChanges(
  file: Record<string, string> | null,
  digests: ReadonlyMap<string, string>,
  address: string,
) {
  const names = [...digests.keys()];
  const isAsAtPlatform = ([name, value]: [string, string]) => digests.get(name) === hashOf('sha256', value);
  const missing = Object.entries(derivedSettings(address)).filter(([name]) => !file?.[name]);
  const usual = missing.filter(([name]) => !digests.has(name));
  const made = { ...newSecrets(file ?? {}, names), ...Object.fromEntries(usual) };
  const values = { ...valuesOfFunctions(file ?? {}), ...made, SITE_URL: address };
  return {
    made,
    changed: Object.fromEntries(Object.entries(values).filter((entry) => !isAsAtPlatform(entry))),
    takenOut: file ? ofOwner.filter((name) => digests.has(name) && !file[name]) : [],
    toUsual: file
      ? Object.fromEntries(
          missing.filter(
            (entry) => entry[0] !== 'SITE_URL' && digests.has(entry[0]) && !isAsAtPlatform(entry),
          ),
        )
      : {},
  };
}

/**
 * Tells one secret from another without telling it. With a new file, every secret is another one.
 * @param file its DATA_ENCRYPTION_KEY is the key of the hash
 */
export const hashOfSecret = (file: Record<string, string>, secret: string) =>
  createHmac('sha256', file.DATA_ENCRYPTION_KEY ?? '')
    .update(secret)
    .digest('hex');
