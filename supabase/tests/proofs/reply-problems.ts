import { errorMessage, isErrorCode } from '../../functions/_shared/contract/error-messages.ts';
import type { GeneratedRequest } from './generated-requests.ts';
import type { Role } from './fuzz-cast.ts';
import { secretWords } from './tampering-scene.ts';

export type Reply = { status: number; text: string; seconds: number };

/** Codes of a 503 that is meant: the shop is busy or does without an answer of the platform. */
const deliberate = ['shop_busy', 'service_unavailable'];

/** Words of a stack trace, of Postgres or of PostgREST, which no reply has. */
const internalDetails = [
  /\bat (async )?[\w.<>]+ \(?(file|https?|ext|node):/,
  /\.ts:\d+/,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError|PostgresError)\b/,
  /syntax error at or near|violates .* constraint|duplicate key value|relation "|column "|function .* does not exist/,
  /permission denied for|invalid input syntax|plpgsql|PL\/pgSQL|SQLSTATE|PGRST\d|current transaction is aborted/,
];

const refusedRoles: Record<Role, string[]> = {
  anonymous: ['signedIn', 'admin'],
  guest: ['signedIn', 'admin'],
  stale: ['signedIn', 'admin'],
  customer: ['admin'],
  'former admin': ['admin'],
  admin: [],
};

/** What is wrong with a reply, in a few words; null when it is as it should be. */
export function problemOf(
  { operation, method }: GeneratedRequest,
  role: Role,
  { status, text, seconds }: Reply,
): string | null {
  const body = parsed(text);
  const code = (body as { code?: unknown } | null)?.code;
  if (seconds > 30) return `took ${Math.round(seconds)} s`;
  if (status >= 500 && !(status === 503 && deliberate.includes(String(code)))) return `is a ${status}`;
  const found = internalDetails.find((pattern) => pattern.test(text));
  if (found) return `shows ${String(found)}`;
  const secret = Object.entries(secretWords).find(([, word]) => text.includes(word));
  if (secret && role !== 'admin') return `shows another’s data: the secret ${secret[0]}`;
  const isItself = method === operation.method;
  if (status >= 200 && status < 300) {
    if (!isItself) return null;
    if (refusedRoles[role].includes(operation.role)) return `lets ${role} through`;
    return null;
  }
  // The proxy and the platform answer some of what is no request of the shop at all.
  if (status === 405 || method === 'HEAD' || method === 'OPTIONS') return null;
  if (!isErrorCode(code)) return `is a ${status} without a code`;
  if (!('message' in (body as object))) return `has no sentence, though ${errorMessage[code]}`;
  return null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
