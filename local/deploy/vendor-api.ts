import { setTimeout as wait } from 'node:timers/promises';

/** Ends the command with one sentence for the user. */
export class DeployError extends Error {}

/** A request whose reply did not arrive: the vendor may have done it or not. */
class LostReply extends DeployError {}

/** A refusal by a vendor. */
export class Refusal extends DeployError {
  readonly status: number;
  /** What the vendor says. */
  readonly reason: string;

  constructor(status: number, reason: string, sentence: string) {
    super(sentence);
    this.status = status;
    this.reason = reason;
  }
}

type Vendor = {
  /** e.g. `Supabase` */
  name: string;
  /** e.g. `https://api.supabase.com` */
  address: string;
  headers: Record<string, string>;
  /** What to do when the token is not accepted. */
  tokenAdvice: string;
};

export type VendorApi = {
  get<T>(path: string): Promise<T>;
  /** A change that may be sent twice. It is repeated when no reply arrives. */
  put<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown): Promise<T>;
  /** A change that would be made twice; see `findOrCreate`. @throws LostReply when no reply arrives */
  create<T>(path: string, body: unknown): Promise<T>;
};

const attempts = 5;
/** Milliseconds; tests do not wait. */
export const timing = { request: 120_000, slow: 20_000, pause: 2000, longestPause: 60_000 };

/** The HTTP API of a vendor; every error is a DeployError. A busy or failing vendor is asked again, a few times. */
export function vendorApi(vendor: Vendor): VendorApi {
  const request = async <T>(
    method: string,
    path: string,
    body: unknown,
    isRepeatable: boolean,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      const isLast = attempt === attempts;
      let answer: Response;
      const waiting = setTimeout(
        () => console.log(`${vendor.name} has not replied to ${method} ${path} for ${timing.slow / 1000} s.`),
        timing.slow,
      );
      try {
        answer = await fetch(vendor.address + path, {
          method,
          headers: { ...vendor.headers, ...(isPlain(body) && { 'content-type': 'application/json' }) },
          body: isPlain(body) ? JSON.stringify(body) : (body as BodyInit | undefined),
          signal: AbortSignal.timeout(timing.request),
        });
        if (answer.ok) return (await readBody(answer)) as T;
      } catch (error) {
        if (isRepeatable && !isLast) {
          await wait(timing.pause * attempt);
          continue;
        }
        throw new LostReply(
          `${vendor.name} does not reply to ${method} ${path}: ${reasonOf(error)}. Run the command again.`,
        );
      } finally {
        clearTimeout(waiting);
      }
      // A limit refuses before anything is done, so every request may be repeated after it.
      if ((answer.status === 429 || (answer.status >= 500 && isRepeatable)) && !isLast) {
        await wait(answer.status === 429 ? pauseOf(answer) : timing.pause * attempt);
        continue;
      }
      const reason = await reasonIn(answer);
      if (answer.status >= 500)
        throw new LostReply(
          `${vendor.name} fails at ${method} ${path} (${answer.status}): ${reason} Run the command again.`,
        );
      throw new Refusal(
        answer.status,
        reason,
        sentenceOf(vendor, `${method} ${path}`, answer.status, reason),
      );
    }
  };
  return {
    get: (path) => request('GET', path, undefined, true),
    put: (method, path, body) => request(method, path, body, true),
    create: (path, body) => request('POST', path, body, false),
  };
}

/**
 * Looks before it creates, and again after each reply that was lost: neither vendor knows keys against making a thing twice.
 * @param find answers undefined without one
 */
export async function findOrCreate<T>(
  find: () => Promise<T | undefined>,
  create: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await find();
    if (found !== undefined) return found;
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof LostReply) || attempt === attempts) throw error;
      await wait(timing.pause * attempt);
    }
  }
}

/** Asks until the reply is defined. @throws DeployError with the sentence after some minutes */
export async function waitFor<T>(
  minutes: number,
  sentence: string,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (let waited = 0; ; waited += timing.pause) {
    const found = await ask();
    if (found !== undefined) return found;
    if (waited >= minutes * 60_000) throw new DeployError(sentence);
    await wait(timing.pause);
  }
}

function sentenceOf(vendor: Vendor, what: string, status: number, reason: string): string {
  if (status === 401) return `${vendor.name} does not accept the token: ${vendor.tokenAdvice}`;
  if (status === 402) return `The ${vendor.name} plan does not include this: ${reason}`;
  if (status === 403) return `${vendor.name} does not allow this token ${what}: ${reason}`;
  return `${vendor.name} refuses ${what} (${status}): ${reason}`;
}

const isPlain = (body: unknown) =>
  body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array);

async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** `message` at both vendors; ends with a full stop. */
async function reasonIn(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => '');
  let reason = text.slice(0, 300);
  try {
    const { message, msg, errors } = JSON.parse(text) as Record<string, unknown>;
    // Netlify: {"custom_domain": ["is already used by another site"]}
    const perField = Array.isArray(errors)
      ? errors.map((said) =>
          typeof said === 'string' ? said : String((said as { message?: unknown }).message),
        )
      : Object.entries(errors ?? {}).map(([field, said]) => `${field} ${String(said)}`);
    reason = String(message ?? msg ?? (perField.join(', ') || reason));
  } catch {
    // Not JSON: the text itself.
  }
  return `${reason.trim().replace(/\.$/, '') || 'no reason given'}.`;
}

/** Supabase tells the seconds until the limit ends, Netlify the time as Unix seconds. Milliseconds. */
function pauseOf({ headers }: Response): number {
  const reset = Number(headers.get('retry-after') ?? headers.get('x-ratelimit-reset') ?? 0);
  const seconds = reset > 1_000_000_000 ? reset - Date.now() / 1000 : reset;
  return Math.min(Math.max(seconds * 1000, timing.pause), timing.longestPause);
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
