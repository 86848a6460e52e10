import { addressKey } from '../http/address-key.ts';
import type { LogEntry } from './log.ts';
import { sha256Hex } from '../secrets/sha256.ts';

type SecurityFacts = {
  /** What happened, as `securityEventOf` names it. */
  what: string;
  requestId: string;
  /** The e-mail or the id of the account it is about; null when nobody is known. */
  account: string | null;
  /** As the edge proxy vouches for it; empty for a call that did not come through it. */
  clientAddress: string;
};

/**
 * A log line about security. It names nobody: the account is hashed (whoever has an e-mail can compare), the address is cut to a
 * network, and there is no body, token or card in it.
 */
export function securityLine({ what, requestId, account, clientAddress }: SecurityFacts): LogEntry {
  return {
    level: 'info',
    event: 'security',
    what,
    requestId,
    account: accountHash(account),
    network: networkOf(clientAddress),
  };
}

/** An account as it stands in the log, from its e-mail or its id; null when nobody is known. */
export function accountHash(account: string | null): string | null {
  return account === null ? null : sha256Hex(account.trim().toLowerCase()).slice(0, 16);
}

/** IPv4 by its first 24 bits, IPv6 by its first 48. */
function networkOf(address: string): string {
  const key = addressKey(address);
  const ipv4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(key);
  if (ipv4) return `${ipv4[1]}.0/24`;
  const groups = key.split(':');
  return key.endsWith('::/56') ? `${groups.slice(0, 3).join(':')}::/48` : 'unknown';
}

/** The security event of a reply, or null. */
export function securityEventOf(method: string, path: string, status: number): string | null {
  if (status === 429) return 'limited';
  const worked = status < 300;
  const changed = method === 'GET' ? undefined : changes.find(([pattern]) => pattern.test(path));
  if (changed && (worked || (changed[2] && status >= 400 && status < 500)))
    return worked ? changed[1] : changed[2];
  return status === 403 ? 'forbidden' : null;
}

/** A path, what it is when it works, and when it is refused. */
const changes: [path: RegExp, worked: string, refused: string | null][] = [
  [/^\/api\/auth\/login$/, 'sign_in', 'sign_in_failed'],
  [/^\/api\/auth\/logout$/, 'sign_out', null],
  [/^\/api\/auth\/register$/, 'registered', null],
  [/^\/api\/auth\/forgot-password$/, 'password_mail_asked', null],
  [/^\/api\/auth\/reset-password$/, 'password_reset', 'password_reset_failed'],
  [/^\/api\/auth\/password$/, 'password_changed', 'password_change_failed'],
  [/^\/api\/auth\/password\/prove$/, 'password_proved', 'password_not_proved'],
  [/^\/api\/auth\/confirm-email$/, 'email_confirmed', 'email_not_confirmed'],
  [/^\/api\/auth\/undo-change$/, 'change_undone', 'change_not_undone'],
  [/^\/api\/auth\/erase$/, 'account_erased', 'account_not_erased'],
  [/^\/api\/auth\/email$/, 'email_change_asked', 'email_change_failed'],
  [/^\/api\/auth\/sessions\/[^/]+$/, 'sign_in_ended', null],
  [/^\/api\/auth\/second-factor\/confirm$/, 'second_factor_set_up', 'second_factor_failed'],
  [/^\/api\/auth\/second-factor\/prove$/, 'second_factor_proved', 'second_factor_failed'],
];
