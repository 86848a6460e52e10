import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type PostedForm, postedForm } from './authorise-form.ts';
import { type Html, showPage } from './bank-page.ts';
import { type FaultSettings, faultsByChance, readRandomFaults } from './fault-settings.ts';
import { type GatewayBehaviour, goodBehaviour, readBehaviour, switchEntries } from './gateway-behaviour.ts';
import type { GatewayLedger } from './gateway-ledger.ts';

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
export function switchboard(faultSettings: FaultSettings, ledger: GatewayLedger): Hono {
  const answer = (context: Context, refusal?: string | void) =>
    refusal ? context.json({ message: refusal }, 400) : context.json(faultSettings.current());
  const showSwitchboard = (context: Context, refusal = '') => {
    const content = html`<p role="alert">${refusal}</p>
      ${faultsForm(faultSettings)} ${ledgerTable(ledger)}`;
    return showPage(context, 'Faults', content, { status: refusal === '' ? 200 : 400 });
  };
  const jsonOf = (context: Context): Promise<unknown> => context.req.json().catch(() => undefined);

  // Each of these returns what is wrong with the faults that were sent, if anything is.
  const setFor = (transaction: string, sent: unknown) => {
    const behaviour = readBehaviour(sent);
    return typeof behaviour === 'string' ? behaviour : faultSettings.setFor(transaction, behaviour);
  };
  const set = (sent: unknown) => {
    if (typeof sent !== 'object' || sent === null) return 'Send {behaviour?, random?}';
    const faults = sent as { behaviour?: unknown; random?: unknown };
    const behaviour = readBehaviour(faults.behaviour ?? {});
    if (typeof behaviour === 'string') return behaviour;
    const random = faults.random ? readRandomFaults(faults.random) : null;
    return typeof random === 'string' ? random : faultSettings.set(behaviour, random);
  };
  const setAsTyped = (form: PostedForm) => {
    const transaction = form.get('transaction').trim();
    const typed = behaviourOf(form);
    if (transaction === '') return set({ behaviour: typed, random: randomOf(form) });
    const faults = Object.entries(typed).filter(
      ([name, value]) => value !== goodBehaviour[name as keyof GatewayBehaviour],
    );
    // One transaction with every switch in good health is as all the others.
    return faults.length === 0
      ? faultSettings.clearFor(transaction)
      : setFor(transaction, Object.fromEntries(faults));
  };

  return new Hono()
    .get('/', async (context) =>
      context.req.header('accept')?.includes('text/html') ? showSwitchboard(context) : answer(context),
    )
    .put('/', async (context) => answer(context, set(await jsonOf(context))))
    .delete('/', (context) => answer(context, faultSettings.clear()))
    .put('/transactions/:transaction', async (context) =>
      answer(context, setFor(context.req.param('transaction'), await jsonOf(context))),
    )
    .delete('/transactions/:transaction', (context) =>
      answer(context, faultSettings.clearFor(context.req.param('transaction'))),
    )
    .post('/', async (context) => {
      const form = postedForm([...new URLSearchParams(await context.req.text())]);
      const refusal = form.get('action') === 'clear' ? faultSettings.clear() : setAsTyped(form);
      return refusal ? showSwitchboard(context, refusal) : context.redirect('/faults', 303);
    });
}

function behaviourOf(form: PostedForm): Record<string, unknown> {
  const valueOf = (name: string, good: unknown) => {
    const text = form.get(name).trim();
    if (typeof good === 'boolean') return text !== '';
    if (text === '') return good;
    return typeof good === 'number' ? Number(text) : text;
  };
  return Object.fromEntries(switchEntries.map(([name, { good }]) => [name, valueOf(name, good)]));
}

/** Null when nothing has a chance. */
function randomOf(form: PostedForm): { seed: string; chances: Record<string, number> } | null {
  const percents = Object.keys(faultsByChance).map(
    (name) => [name, Number(form.get(`chance-${name}`)) / 100] as const,
  );
  const chances = Object.fromEntries(percents.filter(([, chance]) => chance !== 0));
  const seed = form.get('seed').trim();
  return Object.keys(chances).length === 0 ? null : { seed, chances };
}

/** Where a person lets the gateway misbehave; it shows what holds for every transaction. It needs no script. */
function faultsForm(faultSettings: FaultSettings): Html {
  const { behaviour, random, transactions } = faultSettings.current();
  const chances: Partial<Record<string, number>> = random?.chances ?? {};
  return html`<form method="post" action="/faults">
    <p>Only for this transaction, by its reference or trace; empty: for every transaction.</p>
    ${labelled('transaction', 'Transaction', html`maxlength="64"`)}
    <p>
      ${Object.entries(transactions).map(
        ([transaction, faults]) => html`Only ${transaction}: ${inWords(faults)}.<br />`,
      )}
    </p>
    ${switchEntries.map(([name, one]) => switchField(name, one, behaviour[name as keyof GatewayBehaviour]))}
    <p>
      By chance, in percent of the transactions. The same seed and the same order of transactions give the
      same faults.
    </p>
    ${labelled('seed', 'Seed', html`value="${random?.seed ?? '1'}"`)}
    ${Object.entries(faultsByChance).map(([name, faults]) =>
      labelled(
        `chance-${name}`,
        inWords(faults),
        html`value="${Number(((chances[name] ?? 0) * 100).toFixed(6))}"`,
      ),
    )}
    <button name="action" value="set">Set</button>
    <button name="action" value="clear" class="quiet">Make everything well</button>
  </form>`;
}

function switchField(name: string, one: (typeof switchEntries)[number][1], value: unknown): Html {
  if (typeof value === 'boolean')
    return labelled(name, one.label, html`type="checkbox" ${value ? 'checked' : ''}`);
  if (!one.choices) return labelled(name, one.label, html`value="${String(value)}"`);
  return html`<div>
    <label for="${name}">${one.label}</label>
    <select id="${name}" name="${name}">
      ${one.choices.map((choice) => html`<option ${choice === value ? 'selected' : ''}>${choice}</option>`)}
    </select>
  </div>`;
}

const labelled = (name: string, label: string, attributes: Html): Html =>
  html`<div>
    <label for="${name}">${label}</label
    ><input id="${name}" name="${name}" autocomplete="off" ${attributes} />
  </div>`;

const inWords = (faults: object) => JSON.stringify(faults).replace(/[{}"]/g, '').replaceAll(',', ', ');

const columns = [
  ...(['openedAt', 'reference', 'trace', 'state', 'status', 'description'] as const),
  ...(['currency', 'amountInCents', 'moneyMoved'] as const),
];

/** The newest transactions, with what really happened to the money, in cents. */
function ledgerTable(ledger: GatewayLedger): Html {
  const newestFirst = ledger.lines().slice(-50).reverse();
  return html`<section tabindex="0" aria-label="Newest transactions">
    <p><a href="/ledger">Whole ledger as JSON</a> · <a href="/mailbox">Mailbox</a></p>
    <table>
      <tr>
        ${columns.map((name) => html`<th scope="col">${name}</th>`)}
      </tr>
      ${newestFirst.map(
        (line) =>
          html`<tr>
            ${columns.map((name) => html`<td>${line[name]}</td>`)}
          </tr>`,
      )}
    </table>
  </section>`;
}
