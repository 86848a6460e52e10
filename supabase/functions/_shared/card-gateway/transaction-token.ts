import { sha256Hex } from '../secrets/sha256.ts';
import type { GatewaySettings } from './gateway-settings.ts';

/**
 * The gateway's `Lite_Transaction_Token`: `T:hex(sha256(secret + T + resource + applicationId + amount + email))`,
 * T in Unix seconds, every part byte for byte as posted. It covers amount, application id and e-mail, nothing else.
 */
export function transactionToken(
  settings: GatewaySettings & { secret: string },
  posted: { unixSeconds: number; amountCents: string; email: string },
): string {
  const time = String(posted.unixSeconds);
  const digest = sha256Hex(
    settings.secret +
      time +
      settings.tokenResource +
      settings.applicationId +
      posted.amountCents +
      posted.email,
  );
  return `${settings.tokenPrefix}${time}:${digest}`;
}
