import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { type PostedForm, postedForm } from './authorise-form.ts';
import { type Html, showPage } from './bank-page.ts';
import type { FaultSettings } from './fault-settings.ts';
import { type FaultTable, readBehaviour, type Switch } from './fault-table.ts';

type Switchboard<Treatment extends object> = {
  faultSettings: Omit<FaultSettings<Treatment>, 'behaviourOf'>;
  table: FaultTable<Treatment>;
  /** Where it is mounted. */
  path: string;
  /** What a person names a transaction by. */
  namedBy: string;
  /** What the page shows below the switches. */
  below(): Html;
};

/**
 * Lets a sandbox misbehave, at `/faults`: a page for a browser, JSON for everything else.
 *
 * - `GET /faults` returns the settings: `{behaviour, transactions}`.
 * - `PUT /faults` with `{behaviour?}` replaces what holds for every transaction: it names the switches that are not as in
 *   good health.
 * - `PUT /faults/transactions/<a name of the transaction>` with a behaviour sets one transaction, before or after it is
 *   opened; what is not named stays as for every transaction. `DELETE` of the same address takes it back.
 * - `DELETE /faults` makes everything well. What was promised to be approved later stays promised.
 *
 * Every write answers 200 with the settings as they are then, or 400 with `{message}` and nothing changed.
 */
export function switchboard<Treatment extends object>(board: Switchboard<Treatment>): Hono {
  const { faultSettings, table, path } = board;
  const answer = (context: Context, refusal?: string | void) =>
    refusal ? context.json({ message: refusal }, 400) : context.json(faultSettings.current());
  const showSwitchboard = (context: Context, refusal = '') => {
    const content = html`<p role="alert">${refusal}</p>
      ${faultsForm(board)} ${board.below()}`;
    return showPage(context, 'Faults', content, { status: refusal === '' ? 200 : 400 });
  };
  const jsonOf = (context: Context): Promise<unknown> => context.req.json().catch(() => undefined);

  // Each of these returns what is wrong with the faults that were sent, if anything is.
  const setFor = (transaction: string, sent: unknown) => {
    const behaviour = readBehaviour(table, sent);
    return typeof behaviour === 'string' ? behaviour : faultSettings.setFor(transaction, behaviour);
  };
  const set = (sent: unknown) => {
    if (typeof sent !== 'object' || sent === null) return 'Send {behaviour?}';
    const behaviour = readBehaviour(table, (sent as { behaviour?: unknown }).behaviour ?? {});
    return typeof behaviour === 'string' ? behaviour : faultSettings.set(behaviour);
  };
  const setAsTyped = (form: PostedForm) => {
    const transaction = form.get('transaction').trim();
    const typed = behaviourOf(table, form);
    if (transaction === '') return set({ behaviour: typed });
    const faults = Object.entries(typed).filter(
      ([name, value]) => value !== table.good[name as keyof Treatment],
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
      return refusal ? showSwitchboard(context, refusal) : context.redirect(path, 303);
    });
}

function behaviourOf({ switches }: FaultTable<unknown>, form: PostedForm): Record<string, unknown> {
  const valueOf = (name: string, good: unknown) => {
    const text = form.get(name).trim();
    if (typeof good === 'boolean') return text !== '';
    if (text === '') return good;
    return typeof good === 'number' ? Number(text) : text;
  };
  return Object.fromEntries(switches.map(([name, { good }]) => [name, valueOf(name, good)]));
}

/** Where a person lets the sandbox misbehave; it shows what holds for every transaction. It needs no script. */
function faultsForm<Treatment extends object>(board: Switchboard<Treatment>): Html {
  const { faultSettings, table, path, namedBy } = board;
  const { behaviour, transactions } = faultSettings.current();
  return html`<form method="post" action="${path}">
    <p>Only for this transaction, by its ${namedBy}; empty: for every transaction.</p>
    ${labelled('transaction', 'Transaction', html`maxlength="64"`)}
    <p>
      ${Object.entries(transactions).map(
        ([transaction, faults]) => html`Only ${transaction}: ${inWords(faults)}.<br />`,
      )}
    </p>
    ${table.switches.map(([name, one]) => switchField(name, one, behaviour[name as keyof Treatment]))}
    <button name="action" value="set">Set</button>
    <button name="action" value="clear" class="quiet">Make everything well</button>
  </form>`;
}

function switchField(name: string, one: Switch, value: unknown): Html {
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
