import { type Env, isHosted, requiredEnv, requiredUrl } from '../http/required-env.ts';

/** What the bank gave the merchant. Nothing of it is a constant in code: every acquirer has its own. */
export type GatewaySettings = {
  /** e.g. `https://portal.host.iveri.com`, without a slash at the end. */
  url: string;
  /** `{UPPERCASE-GUID}`, in braces. */
  applicationId: string;
  /** Shared secret of the transaction token; null when the bank has not switched it on. */
  secret: string | null;
  /** `/Lite/Authorise.aspx`; newer documents print it without the slash. */
  tokenResource: string;
  /** Older gateways want `x:` in front of the token. */
  tokenPrefix: string;
};

/** @throws Error with one sentence when a setting is missing, or a hosted shop would accept test payments as real */
export function gatewaySettings(env: Env): GatewaySettings {
  const url = requiredUrl(env, 'CARD_GATEWAY_URL').href.replace(/\/+$/, '');
  const applicationId = guidOf(env, 'CARD_GATEWAY_APPLICATION_ID');
  if (isHosted(env)) requireRightBank(env, url, applicationId);
  return {
    url,
    applicationId,
    secret: env.get('CARD_GATEWAY_SECRET') || null,
    tokenResource: env.get('CARD_GATEWAY_TOKEN_RESOURCE') || '/Lite/Authorise.aspx',
    tokenPrefix: env.get('CARD_GATEWAY_TOKEN_PREFIX') ?? '',
  };
}

/**
 * The bank decides by the application id whether money moves, and says "approved" either way: a live shop that names the
 * test id, or a stand-in of the bank, would ship goods that nobody paid.
 */
function requireRightBank(env: Env, url: string, applicationId: string): void {
  const mode = requiredEnv(env, 'CARD_GATEWAY_MODE');
  if (mode !== 'test' && mode !== 'live')
    throw new Error('The setting CARD_GATEWAY_MODE must be test or live.');
  if (mode === 'test') return;
  if (guidOf(env, 'CARD_GATEWAY_TEST_APPLICATION_ID') === applicationId)
    throw new Error('In live mode CARD_GATEWAY_APPLICATION_ID must not be the test application id.');
  const { protocol, hostname } = new URL(url);
  const isStandIn = /(^|[.-])(sandbox|test|uat|localhost|example)([.-]|$)|^[\d.]+$|^\[/i.test(hostname);
  if (protocol !== 'https:' || isStandIn)
    throw new Error('In live mode CARD_GATEWAY_URL must be the bank’s own address, not a sandbox.');
}

/** The token is computed over the id as posted, so there is one form of it: upper case, in braces. */
function guidOf(env: Env, name: string): string {
  const bare = requiredEnv(env, name)
    .trim()
    .replace(/^\{|\}$/g, '')
    .toUpperCase();
  if (!/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/.test(bare)) {
    throw new Error(`The setting ${name} must be a GUID.`);
  }
  return `{${bare}}`;
}
