import postgres from 'postgres';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import type { Transaction } from './shop-cast.ts';

/** How a statement, or one inside a function that it called, read a table. */
export type Scan = {
  /** "Index Scan", "Seq Scan" …, and "Sort", which is of no table. */
  kind: string;
  table: string;
  /** Rows that were looked at, those that a filter removed too. */
  rows: number;
  pages: number;
  /** The beginning of the statement. */
  of: string;
};

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops'?: number;
  'Actual Rows'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};

/** A connection whose statements Postgres explains, as its owner: the extension auto_explain reports each as a notice. */
export function openExplained() {
  const notices: string[] = [];
  const sql = postgres(stackUnderTest().addresses.postgres, {
    max: 1,
    onnotice: ({ message = '' }) => void notices.push(message),
  });
  return {
    sql,
    /** Explains what follows in the transaction. Only a superuser may ask for it. */
    explain: async (t: Transaction) => {
      await t.unsafe(`load 'auto_explain'; set local auto_explain.log_min_duration = 0;
        set local auto_explain.log_nested_statements = on; set local auto_explain.log_analyze = on;
        set local auto_explain.log_buffers = on; set local auto_explain.log_format = json;
        set local auto_explain.log_level = notice`);
    },
    /** The scans of what `work` sends. */
    scansOf: async (work: () => PromiseLike<unknown>): Promise<Scan[]> => {
      notices.length = 0;
      await work();
      const plans = notices.flatMap(
        (notice) => /^duration: .*plan:\s*(\{[\s\S]*\})\s*$/.exec(notice)?.[1] ?? [],
      );
      return plans.flatMap((text) => {
        const { 'Query Text': query, Plan: plan } = JSON.parse(text) as {
          'Query Text': string;
          Plan: PlanNode;
        };
        return scansIn(plan).map((scan) => ({ ...scan, of: query.trim().slice(0, 300) }));
      });
    },
  };
}

function scansIn(plan: PlanNode): Omit<Scan, 'of'>[] {
  const below = (plan.Plans ?? []).flatMap(scansIn);
  const [sorted] = plan.Plans ?? [];
  if (plan['Node Type'] === 'Sort' && sorted)
    below.push({ kind: 'Sort', table: '', rows: rowsOf(sorted, 'Actual Rows'), pages: 0 });
  const table = plan['Relation Name'];
  if (!table || plan['Actual Loops'] === 0) return below;
  const rows = rowsOf(plan, 'Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck');
  const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return [{ kind: plan['Node Type'], table, rows, pages }, ...below];
}

const rowsOf = (
  plan: PlanNode,
  ...names: ('Actual Rows' | `Rows Removed by ${'Filter' | 'Index Recheck'}`)[]
) => (plan['Actual Loops'] ?? 1) * names.reduce((sum, name) => sum + (plan[name] ?? 0), 0);
