import { randomUUID } from 'node:crypto';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { StatementPreview } from '../../functions/_shared/contract/bank-statements.ts';
import {
  approved,
  as,
  type Character,
  newProduct,
  newSession,
  place,
  type Placed,
  bankDecides,
  type Sql,
  statementColumns,
} from '../shop-cast.ts';

/** A line of a file of the bank. */
export type Line = {
  line?: number;
  day?: string;
  bankIndex?: string | null;
  reference?: string | null;
  amountCents: number;
  feeCents?: number;
  row?: string;
};

export const today = nairobiDay();
const numbered = (lines: Line[]) => lines.map((line, i) => ({ line: i + 2, day: today, ...line }));

/** Statements of the bank as an owner imports them, and payments that may be in one. */
export function statementScene(sql: Sql, owner: Character) {
  const preview = (lines: Line[]) =>
    as(sql, owner, async (t) => {
      const [row] = await t<{ preview: StatementPreview }[]>`
        select public.preview_bank_statement(${t.json(numbered(lines))}) as preview`;
      return row?.preview as StatementPreview;
    });
  const importLines = (lines: Line[], id = randomUUID(), who: Character = owner) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ statement: { lines: number; known: number; settled: number } }[]>`
        select public.import_bank_statement(${id}, 'bank.csv', ${t.json(statementColumns)}, ${t.json(numbered(lines))}) as statement`;
      return row?.statement as { lines: number; known: number; settled: number };
    });

  /** An approved payment of KES 2,000, or of this price. */
  async function paid(price = 2000, over = {}): Promise<Placed & { index: string; rowId: string }> {
    const product = await newProduct(sql, { price });
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price }], {
      sid: await newSession(sql),
    });
    const answer = approved(placed, over);
    await bankDecides(sql, placed.transaction.trace, answer);
    const [row] = await sql<
      { id: string }[]
    >`select id from public.transactions where trace = ${placed.transaction.trace}`;
    return { ...placed, index: answer.transactionIndex ?? '', rowId: row?.id ?? '' };
  }
  const settledOn = async ({ rowId }: { rowId: string }) => {
    const [row] = await sql<
      { day: string | null }[]
    >`select settled_on::text as day from public.transactions where id = ${rowId}`;
    return row?.day;
  };
  return { importLines, paid, preview, settledOn };
}
