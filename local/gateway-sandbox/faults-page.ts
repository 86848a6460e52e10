import { html } from 'hono/html';
import { bankPage, type Html } from './bank-layout.ts';
import { type BehaviourSwitch, behaviourSwitches, faultsOf } from './behaviour-switches.ts';
import { faultsByChance, type FaultByChance } from './chance-of-faults.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import type { CurrentFaults } from './fault-settings.ts';

/** Where a person lets the gateway misbehave. It needs no script. */
export function faultsPage(page: {
  nonce: string;
  settings: CurrentFaults;
  /** What was just done, or what was wrong with it. */
  notice: string;
  isError: boolean;
}): Html {
  const { settings, notice } = page;
  const content = html`<div class="panel">
      <h1>Faults</h1>
      <p>
        Here the gateway is made to misbehave. The <a href="/">ledger</a> always shows what really happened to
        the money.
      </p>
      <p role="${page.isError ? 'alert' : 'status'}" class="${page.isError ? 'notice' : ''}">${notice}</p>
      ${stateNow(settings)}
      <form method="post" action="/faults">
        <button name="action" value="clear" class="quiet">Make everything well</button>
      </form>
    </div>
    ${behaviourForm(settings.behaviour)} ${chanceForm(settings)}`;
  return bankPage({ title: 'Faults', nonce: page.nonce, content });
}

function stateNow({ behaviour, random, transactions }: CurrentFaults): Html {
  const faults = faultsOf(behaviour);
  const chances = Object.entries(random?.chances ?? {});
  return html`<h2>Now</h2>
    <p>Every transaction: ${faultsInWords(faults)}.</p>
    <p>
      By chance:
      ${
        random === null
          ? 'nothing'
          : html`seed <strong>${random.seed}</strong>,
              ${chances
                .map(
                  ([name, chance]) => `${faultsByChance[name as FaultByChance].label} ${percentOf(chance)} %`,
                )
                .join(', ')}`
      }.
    </p>
    ${Object.entries(transactions).map(
      ([transaction, given]) =>
        html`<form method="post" action="/faults">
          <p class="wrap">Only ${transaction}: ${faultsInWords(given)}.</p>
          <input type="hidden" name="transaction" value="${transaction}" />
          <p>
            <button name="action" value="remove" class="quiet">
              Take back for ${transaction.slice(0, 12)}
            </button>
          </p>
        </form>`,
    )}`;
}

function behaviourForm(behaviour: GatewayBehaviour): Html {
  return html`<form class="panel" method="post" action="/faults">
    <h2>What goes wrong</h2>
    <div class="field">
      <label for="transaction"
        >Only for this transaction <span class="hint">empty: for every transaction</span></label
      >
      <input
        id="transaction"
        name="transaction"
        maxlength="64"
        autocomplete="off"
        aria-describedby="transaction-hint"
      />
      <p class="hint" id="transaction-hint">Its merchant reference, such as DON-123456, or its trace.</p>
    </div>
    ${Object.entries(behaviourSwitches).map(
      ([part, switches]) =>
        html`<fieldset>
          <legend>${part}</legend>
          <div class="switches">${switches.map((one) => switchField(one, behaviour[one.name]))}</div>
        </fieldset>`,
    )}
    <button name="action" value="save">Set</button>
  </form>`;
}

function chanceForm({ random }: CurrentFaults): Html {
  return html`<form class="panel" method="post" action="/faults">
    <h2>Left to chance</h2>
    <p>The same seed and the same order of transactions give the same faults.</p>
    <div class="field">
      <label for="seed">Seed</label>
      <input
        id="seed"
        name="seed"
        value="${random?.seed ?? '1'}"
        maxlength="100"
        required
        autocomplete="off"
      />
    </div>
    <div class="switches">
      ${Object.entries(faultsByChance).map(
        ([name, { label }]) =>
          html`<div class="field">
            <label for="chance-${name}">${label} <span class="hint">% of the transactions</span></label>
            <input
              id="chance-${name}"
              name="${name}"
              type="number"
              min="0"
              max="100"
              step="any"
              value="${percentOf(random?.chances[name as FaultByChance] ?? 0)}"
            />
          </div>`,
      )}
    </div>
    <div class="actions">
      <button name="action" value="chance">Leave it to chance</button>
      <button name="action" value="no-chance" class="quiet" formnovalidate>Leave nothing</button>
    </div>
  </form>`;
}

function switchField(one: BehaviourSwitch, value: string | number | boolean): Html {
  const hint = html`<span class="hint" id="${one.name}-hint">${one.hint}</span>`;
  if (one.kind === 'flag') {
    return html`<div class="field flag">
      <input
        id="${one.name}"
        name="${one.name}"
        type="checkbox"
        aria-describedby="${one.name}-hint"
        ${value === true ? 'checked' : ''}
      />
      <div><label for="${one.name}">${one.label}</label>${hint}</div>
    </div>`;
  }
  const label = html`<label for="${one.name}"
      >${one.label}${one.kind === 'number' ? html` <span class="hint">${one.unit}</span>` : ''}</label
    >
    ${hint}`;
  if (one.kind === 'choice') {
    return html`<div class="field">
      ${label}
      <select id="${one.name}" name="${one.name}" aria-describedby="${one.name}-hint">
        ${Object.entries(one.choices).map(
          ([choice, words]) =>
            html`<option value="${choice}" ${choice === value ? 'selected' : ''}>${words}</option>`,
        )}
      </select>
    </div>`;
  }
  const limits =
    one.kind === 'number' ? html`type="number" min="${one.min}" max="${one.max}"` : html`maxlength="20"`;
  return html`<div class="field">
    ${label}
    <input
      id="${one.name}"
      name="${one.name}"
      value="${String(value)}"
      autocomplete="off"
      aria-describedby="${one.name}-hint"
      ${limits}
    />
  </div>`;
}

function faultsInWords(faults: Partial<GatewayBehaviour>): string {
  const labels = Object.values(behaviourSwitches)
    .flat()
    .filter((one) => faults[one.name] !== undefined)
    .map((one) => {
      const value = String(faults[one.name]);
      if (one.kind === 'flag') return one.label;
      return `${one.label}: ${one.kind === 'choice' ? (one.choices[value] ?? value) : value}`;
    });
  return labels.length === 0 ? 'all is well' : labels.join('; ');
}

/** Without the digits that binary fractions add. */
function percentOf(chance: number): number {
  return Number((chance * 100).toFixed(6));
}
