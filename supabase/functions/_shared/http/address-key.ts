import { sha256Hex } from '../secrets/sha256.ts';

/**
 * The key by which an address is counted: IPv4 as it is, IPv6 by its first 56 bits, since a provider may give one
 * household so many networks (RFC 6177). What is not an address is counted as it is.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  let written: string;
  try {
    // The URL parser normalizes all notations of an address.
    written = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  } catch {
    return address;
  }
  // An IPv4 address in IPv6's form: its first bits are those of everybody.
  if (written.startsWith('::ffff:')) return written;
  const [before = '', after] = written.split('::');
  const groups = before === '' ? [] : before.split(':');
  if (after !== undefined) {
    const rest = after === '' ? [] : after.split(':');
    groups.push(...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest);
  }
  const [first, second, third, fourth = '0'] = groups;
  return `${first}:${second}:${third}:${fourth.padStart(4, '0').slice(0, 2)}00::/56`;
}

/** SHA-256 in hex, as it is stored in the database. */
export const addressHash = (address: string): string => sha256Hex(addressKey(address));
