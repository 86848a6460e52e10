import type { ExportedOrder } from '../functions/_shared/contract/admin-orders.ts';
import type { Overview } from '../functions/_shared/contract/admin-overview.ts';
import type { BankAgainstShop, TransactionRow } from '../functions/_shared/contract/admin-transactions.ts';
import type { PageOfRows, Sales, SalesOfOrder } from '../functions/_shared/contract/admin.ts';
import type { SalesReport } from '../functions/_shared/contract/sales-report.ts';
import type { MessageFacts } from '../functions/_shared/contract/messages.ts';
import { answerTo } from './payment-scene.ts';
import { type Character, type Sql } from './shop-cast.ts';

type Shown = SalesOfOrder & { netCents: number; ordersPaid: number };

const shown = ({ grossCents, refundedCents, netCents, ordersPaid }: Sales): Shown => ({
  grossCents,
  refundedCents,
  netCents,
  ordersPaid,
});

function sumOf(rows: readonly { sales: SalesOfOrder; isPaid: boolean }[]): Shown {
  const [grossCents, refundedCents] = (['grossCents', 'refundedCents'] as const).map((name) =>
    rows.reduce((sum, { sales }) => sum + sales[name], 0),
  ) as [number, number];
  const ordersPaid = rows.filter(({ isPaid }) => isPaid).length;
  return { grossCents, refundedCents, netCents: grossCents - refundedCents, ordersPaid };
}

/** The sales of a Nairobi day as screens, exports and the owner's mail have them; of the exports those rows whose orders and payments began that day. */
export async function salesOnScreens(
  sql: Sql,
  admin: Character,
  day: string,
): Promise<Record<string, Shown>> {
  const ask = <T>(expression: string, ...values: unknown[]) => answerTo<T>(sql, admin, expression, ...values);
  const overview = await ask<Overview>('public.stats_of_period($1, $1)', day);
  const report = await ask<SalesReport>('public.sales_report($1, $1)', day);
  const { sales } = await ask<BankAgainstShop>('public.bank_against_shop_of_day($1)', day);
  const filter = { from: day, to: day };
  const orders = await ask<{ rows: ExportedOrder[] }>('public.export_orders($1::jsonb)', filter);
  const page = await ask<PageOfRows<TransactionRow>>('public.list_transaction_page($1::jsonb, 1000)', filter);
  const [mail] = await sql.begin(async (t) => {
    // Within a transaction of the caller the role of what was asked before goes on.
    await t`reset role`;
    return t<
      { summary: NonNullable<MessageFacts['summary']> }[]
    >`select private.summary_of_day(${day}) as summary`;
  });
  const netOfBars = overview.sales.reduce((sum, { netCents }) => sum + netCents, 0);
  const ordersOfBars = overview.sales.reduce((sum, one) => sum + one.orders, 0);
  return {
    overview: shown(overview.sold),
    tiles: {
      ...shown(overview.sold),
      netCents: overview.stats.totalSales * 100,
      ordersPaid: overview.stats.totalOrders,
    },
    bars: { ...shown(overview.sold), netCents: netOfBars, ordersPaid: ordersOfBars },
    transactions: shown(sales),
    report: shown(report.sold),
    // A payment may be a part of one order, or pay several.
    'report by method': {
      ...sumOf(report.methods.map((of) => ({ sales: of, isPaid: false }))),
      ordersPaid: report.sold.ordersPaid,
    },
    'export of orders': sumOf(orders.rows.map((row) => ({ ...row, isPaid: row.paidAt !== null }))),
    'export of transactions': {
      ...sumOf(page.rows.map((row) => ({ ...row, isPaid: false }))),
      ordersPaid: report.sold.ordersPaid,
    },
    ...(mail && { mail: shown(mail.summary.sales) }),
  };
}
