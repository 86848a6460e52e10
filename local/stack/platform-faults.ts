import { type Context, Hono } from 'hono';
import { choice, faultTable, readBehaviour } from '../gateway-sandbox/fault-table.ts';
import { noAnswer, pass } from '../gateway-sandbox/no-answer.ts';

const answers = ['right', 'error503', 'never'] as const;
const table = faultTable({ auth: choice('Auth', answers), storage: choice('Storage', answers) });

/**
 * Lets parts of the platform fail as a whole: `PUT /platform/faults.json` with `{auth?, storage?}` replaces what is wrong,
 * `{}` makes both well. Answers 200 with what holds then, or 400 with `{message}` and nothing changed.
 */
export function platformFaults() {
  let faults = table.good;
  const app = new Hono();
  app.put('/platform/faults.json', async (context: Context) => {
    const sent = readBehaviour(table, await context.req.json().catch(() => undefined));
    if (typeof sent === 'string') return context.json({ message: sent }, 400);
    faults = { ...table.good, ...sent };
    return context.json(faults);
  });
  return {
    app,
    /** What a part that fails answers, as the gateway in front of it does; null while it works. */
    answerOf: (path = ''): Promise<Response> | Response | null => {
      const [, part = ''] = /^\/(auth|storage)\/v1\b/.exec(path) ?? [];
      const fault = faults[part as keyof typeof faults] ?? 'right';
      if (fault === 'never') return noAnswer(pass);
      return fault === 'right' ? null : new Response('upstream connect error', { status: 503 });
    },
  };
}
