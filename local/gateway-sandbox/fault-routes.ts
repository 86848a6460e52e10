import { Hono } from 'hono';
import type { Context } from 'hono';
import { answerPage } from './bank-answer.ts';
import { behaviourSwitches, faultsOf, readBehaviour } from './behaviour-switches.ts';
import { faultsByChance, readRandomFaults } from './chance-of-faults.ts';
import { goodBehaviour } from './gateway-behaviour.ts';
import { type PostedForm, readPostedForm } from './posted-form.ts';
import type { FaultSettings } from './fault-settings.ts';
import { faultsPage } from './faults-page.ts';

/**
 * Lets the gateway misbehave, at `/faults`: a page for a browser, JSON for everything else.
 *
 * - `GET /faults` returns the settings: `{behaviour, random, transactions}`.
 * - `PUT /faults` with `{behaviour?, random?}` replaces what holds for every transaction. `behaviour` names the fields
 *   of GatewayBehaviour that are not as in good health; `random` is `{seed, chances: {returnLost: 0.3, …}}` with the
 *   names of faultsByChance, or null. Transactions are counted anew, so that the same seed gives the same faults again.
 * - `PUT /faults/transactions/<trace or merchant reference>` with a behaviour sets one transaction, before or after it is
 *   opened; what is not named stays as for every transaction. `DELETE` of the same address takes it back.
 * - `DELETE /faults` makes everything well. What the bank has promised to approve later stays promised.
 *
 * Every write answers 200 with the settings as they are then, or 400 with `{message}` and nothing changed.
 */
export function faultRoutes(faultSettings: FaultSettings): Hono {
  const settingsReply = (context: Context) => {
    context.header('Cache-Control', 'no-store');
    return context.json(faultSettings.current());
  };
  const refuse = (context: Context, message: string) => context.json({ message }, 400);
  const showPage = (context: Context, notice: string, isError = false) =>
    answerPage(context, isError ? 400 : 200, (nonce) =>
      faultsPage({ nonce, settings: faultSettings.current(), notice, isError }),
    );

  return new Hono()
    .get('/', async (context) =>
      context.req.header('accept')?.includes('text/html')
        ? showPage(context, context.req.query('done') ?? '')
        : settingsReply(context),
    )
    .put('/', async (context) => {
      const sent = (await jsonOf(context)) as { behaviour?: unknown; random?: unknown } | undefined;
      if (typeof sent !== 'object' || sent === null) return refuse(context, 'Send {behaviour?, random?}');
      const behaviour = readBehaviour(sent.behaviour ?? {});
      if (typeof behaviour === 'string') return refuse(context, behaviour);
      const random = sent.random ? readRandomFaults(sent.random) : null;
      if (typeof random === 'string') return refuse(context, random);
      faultSettings.set(behaviour, random);
      return settingsReply(context);
    })
    .delete('/', (context) => {
      faultSettings.clear();
      return settingsReply(context);
    })
    .put('/transactions/:transaction', async (context) => {
      const behaviour = readBehaviour(await jsonOf(context));
      if (typeof behaviour === 'string') return refuse(context, behaviour);
      faultSettings.setFor(context.req.param('transaction'), behaviour);
      return settingsReply(context);
    })
    .delete('/transactions/:transaction', (context) => {
      faultSettings.clearFor(context.req.param('transaction'));
      return settingsReply(context);
    })
    .post('/', async (context) => {
      const done = applyForm(faultSettings, readPostedForm(await context.req.text()));
      if ('error' in done) return showPage(context, done.error, true);
      return context.redirect(`/faults?done=${encodeURIComponent(done.notice)}`, 303);
    });
}

function jsonOf(context: Context): Promise<unknown> {
  return context.req.json().catch(() => undefined);
}

/** What a person pressed on the page. */
function applyForm(faultSettings: FaultSettings, form: PostedForm): { notice: string } | { error: string } {
  const transaction = (form.get('transaction') ?? '').trim();
  const { behaviour, random } = faultSettings.current();
  switch (form.get('action')) {
    case 'save': {
      const read = readBehaviour(behaviourOfForm(form));
      if (typeof read === 'string') return { error: `${read}.` };
      if (transaction === '') faultSettings.set(read, random);
      else faultSettings.setFor(transaction, faultsOf(read));
      return { notice: transaction === '' ? 'Set for every transaction.' : 'Set for one transaction.' };
    }
    case 'chance': {
      const percents = Object.keys(faultsByChance).map(
        (name) => [name, Number(form.get(name) || 0)] as const,
      );
      const chances = Object.fromEntries(
        percents.filter(([, percent]) => percent !== 0).map(([name, percent]) => [name, percent / 100]),
      );
      const read = readRandomFaults({ seed: (form.get('seed') ?? '').trim(), chances });
      if (typeof read === 'string') return { error: `${read}.` };
      faultSettings.set(behaviour, read);
      return { notice: `Left to chance, with the seed ${read.seed}.` };
    }
    case 'no-chance':
      faultSettings.set(behaviour, null);
      return { notice: 'Nothing is left to chance.' };
    case 'remove':
      faultSettings.clearFor(transaction);
      return { notice: 'Taken back for one transaction.' };
    case 'clear':
      faultSettings.clear();
      return { notice: 'Everything is well again.' };
    default:
      return { error: 'Nothing was pressed.' };
  }
}

function behaviourOfForm(form: PostedForm): Record<string, unknown> {
  const values = Object.values(behaviourSwitches)
    .flat()
    .map((one): [string, unknown] => {
      const posted = form.get(one.name);
      if (one.kind === 'flag') return [one.name, posted !== null];
      if (posted === null || (one.kind === 'number' && posted.trim() === ''))
        return [one.name, goodBehaviour[one.name]];
      return [one.name, one.kind === 'number' ? Number(posted) : posted.trim()];
    });
  return Object.fromEntries(values);
}
