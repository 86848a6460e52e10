/** How one table was read in a query that ran. */
export type Scan = {
  /** Postgres' name: Index Scan, Index Only Scan, Bitmap Index Scan, Seq Scan … */
  kind: string;
  table: string;
  index: string | null;
  /** Rows returned, all loops together. */
  rows: number;
  /** Rows examined, including those that a filter removed. */
  examined: number;
  /** How often the scan ran. */
  loops: number;
  /** Pages of 8 kB, all loops together. */
  pages: number;
};

export type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
};

/** The plans in what auto_explain reported (log_format json): `duration: 0.1 ms  plan:` and an object after it. */
export function plansIn(notices: readonly string[]): PlanNode[] {
  return notices
    .map((notice) => /^duration: .*plan:\s*(\{[\s\S]*\})\s*$/.exec(notice)?.[1])
    .filter((text) => text !== undefined)
    .map((text) => (JSON.parse(text) as { Plan: PlanNode }).Plan);
}

/** Every scan of a plan that ran at least once. */
export function scansOf(plan: PlanNode): Scan[] {
  const below = (plan.Plans ?? []).flatMap(scansOf);
  const loops = plan['Actual Loops'] ?? 1;
  // The heap half of a bitmap scan names the table, the index half the index.
  const index = plan['Index Name'] ?? null;
  const rowsRemoved = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  if ((!plan['Relation Name'] && !index) || loops === 0) return below;
  return [
    {
      kind: plan['Node Type'],
      table: plan['Relation Name'] ?? '',
      index,
      rows: Math.round((plan['Actual Rows'] ?? 0) * loops),
      examined: Math.round(((plan['Actual Rows'] ?? 0) + rowsRemoved) * loops),
      loops,
      pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    },
    ...below,
  ];
}

/** Adds up scans of the same kind, table and index. */
export function summed(scans: readonly Scan[]): Scan[] {
  const found = new Map<string, Scan>();
  for (const scan of scans) {
    const key = [scan.kind, scan.table, scan.index].join(' ');
    const sum = found.get(key);
    if (!sum) found.set(key, { ...scan });
    else {
      sum.rows += scan.rows;
      sum.examined += scan.examined;
      sum.loops += scan.loops;
      sum.pages += scan.pages;
    }
  }
  return [...found.values()];
}

/**
 * Whether the table was read in full, or nearly: an index scan that examines more than half of the rows costs more than
 * a sequential scan. An index-only scan reads no row of the table.
 * @param tableRows how many rows the table has
 */
export const isFullScan = ({ kind, examined }: Scan, tableRows: number): boolean =>
  kind === 'Seq Scan' || (readsRows.has(kind) && examined > tableRows / 2);

const readsRows: ReadonlySet<string> = new Set(['Index Scan', 'Bitmap Heap Scan']);

const count = new Intl.NumberFormat('en');

/** A scan as text: `Index Only Scan products by products_by_name: 50 rows, 12 pages`. */
export function scanLine({ kind, table, index, rows, loops, pages }: Scan): string {
  const times = loops > 1 ? ` in ${count.format(loops)} loops` : '';
  return `${[kind, table, index ? `by ${index}` : ''].filter(Boolean).join(' ')}: ${count.format(rows)} rows, ${count.format(pages)} pages${times}`;
}
