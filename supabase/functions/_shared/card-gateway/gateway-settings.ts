import { type Env, requiredEnv } from '../http/required-env.ts';

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

export function gatewaySettings(env: Env): GatewaySettings {
  return {
    url: requiredEnv(env, 'CARD_GATEWAY_URL').replace(/\/+$/, ''),
    applicationId: bracedGuid(requiredEnv(env, 'CARD_GATEWAY_APPLICATION_ID')),
    secret: env.get('CARD_GATEWAY_SECRET') || null,
    tokenResource: env.get('CARD_GATEWAY_TOKEN_RESOURCE') || '/Lite/Authorise.aspx',
    tokenPrefix: env.get('CARD_GATEWAY_TOKEN_PREFIX') ?? '',
  };
}

/** The token is computed over the id as posted, so there is one form of it: upper case, in braces. */
function bracedGuid(id: string): string {
  const bare = id
    .trim()
    .replace(/^\{|\}$/g, '')
    .toUpperCase();
  if (!/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/.test(bare)) {
    throw new Error('The setting CARD_GATEWAY_APPLICATION_ID must be a GUID.');
  }
  return `{${bare}}`;
}
