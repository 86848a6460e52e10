/** Where errors are collected, outside the shop: anything that understands Sentry's envelopes. */
export type ErrorSink = {
  /** Its origin, for the Content-Security-Policy. */
  origin: string;
  /** What an envelope is posted to. A page needs no permission of the sink's to post plain text there. */
  url: string;
};

/** What leaves the shop about an error, and nothing else does: no body, no header, no address with its query. */
export type ErrorReport = {
  error: { name: string; message: string; stack?: string };
  /** `api`, `browser`, … */
  part: string;
  /** Names that help to find it: the request's id, the page. */
  tags?: Record<string, string | undefined>;
  release?: string;
};

/**
 * Reads a DSN as Sentry gives it, `https://<key>@<host>/<project>`
 * (https://docs.sentry.io/concepts/key-terms/dsn-explainer/).
 * @throws Error that names the setting
 */
export function errorSinkOf(setting: string, dsn: string): ErrorSink {
  const url = URL.canParse(dsn) ? new URL(dsn) : null;
  const [, folder = '', project = ''] = /^(.*)\/(\w+)$/.exec(url?.pathname ?? '') ?? [];
  if (!url || !/^https?:$/.test(url.protocol) || !url.username || !project)
    throw new Error(`The setting ${setting} must be a DSN: https://<key>@<host>/<project>.`);
  return {
    origin: url.origin,
    url: `${url.origin}${folder}/api/${project}/envelope/?sentry_key=${url.username}&sentry_version=7`,
  };
}

/** An error as an envelope with one event (https://develop.sentry.dev/sdk/foundations/transport/envelopes/). */
export function errorEnvelope({ error, part, tags = {}, release }: ErrorReport, now = new Date()): string {
  const id = crypto.randomUUID().replaceAll('-', '');
  const event = {
    event_id: id,
    timestamp: now.toISOString(),
    platform: 'javascript',
    level: 'error',
    logger: part,
    release,
    tags: { part, ...tags },
    exception: {
      values: [
        {
          type: error.name.slice(0, 100),
          value: withoutPersons(error.message).slice(0, 300),
          stacktrace: { frames: framesOf(error.stack ?? '') },
        },
      ],
    },
  };
  const headers = [{ event_id: id, sent_at: now.toISOString() }, { type: 'event' }];
  return [...headers, event].map((line) => JSON.stringify(line)).join('\n') + '\n';
}

/**
 * A sentence without what people typed or what opens something: quoted texts, e-mails, phones, card numbers, tokens and
 * keys. Ids of orders and requests stay: they open nothing by themselves.
 */
export function withoutPersons(text: string): string {
  return text.replace(
    /([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})|("[^"]*"?|`[^`]*`?)|([^\s@()=:,;<>]+@[^\s@()=:,;<>]+)|([\w+/=-]{20,}(?:\.[\w+/=-]+)*)|(\+?\d[\d\s().-]{7,}\d)/gi,
    (found: string, id?: string, quoted?: string, email?: string, token?: string) => {
      if (id !== undefined) return found;
      if (quoted !== undefined) return '[text]';
      if (email !== undefined) return '[e-mail]';
      // A name in code has no digits, a date fewer than a phone number.
      if (token !== undefined) return /\d/.test(token) ? '[key]' : found;
      return found.replace(/\D/g, '').length < 9 ? found : '[number]';
    },
  );
}

type Frame = { function: string; filename: string; lineno: number; colno: number };

/** The calls of a stack, the outermost first. Without the line that repeats the message. */
function framesOf(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split('\n')) {
    // `at name (file:1:2)`, `at file:1:2` in Chrome and Deno; `name@file:1:2` in Firefox and Safari.
    const [, chrome, firefox, file, row, column] =
      /^\s*(?:at (?:(.+?) \()?|(.*?)@)((?:https?|file|ext|node|npm):\S+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
    if (file === undefined) continue;
    const filename = file.replace(/[?#].*/, '');
    frames.push({ function: chrome || firefox || '?', filename, lineno: Number(row), colno: Number(column) });
  }
  return frames.slice(0, 50).reverse();
}
