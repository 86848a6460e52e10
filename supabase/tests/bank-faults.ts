import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayBehaviour } from '../../local/gateway-sandbox/gateway-behaviour.ts';
import type { LedgerLine } from '../../local/gateway-sandbox/gateway-ledger.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

const { addresses, dataFolder } = stackUnderTest();

/** Lets the gateway misbehave with one transaction, open or not yet; the transactions of other tests are left alone. */
export async function misbehave(trace: string, behaviour: Partial<GatewayBehaviour>): Promise<void> {
  const answer = await fetch(`${addresses.gateway}/faults/transactions/${trace}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}: ${await answer.text()}`);
}

/** The bank's own book by trace: the truth about the money. */
export async function bankLedger(): Promise<Map<string, LedgerLine>> {
  const { transactions } = (await (await fetch(`${addresses.gateway}/ledger`)).json()) as {
    transactions: LedgerLine[];
  };
  return new Map(transactions.map((line) => [line.trace, line]));
}

export type Reconciled = { asked: number; decided: number; failed: number; givenUp: number };

/** Calls a scheduled job as the scheduler does. */
export async function callJob(name: 'reconcile' | 'send-messages'): Promise<unknown> {
  const { reconcileKey } = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as {
    reconcileKey: string;
  };
  const answer = await fetch(`${addresses.supabase}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'x-reconcile-key': reconcileKey },
  });
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Calls the reconcile function. */
export async function reconcile(): Promise<Reconciled> {
  return (await callJob('reconcile')) as Reconciled;
}
