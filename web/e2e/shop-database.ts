import postgres from 'postgres';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

let database: postgres.Sql | undefined;

/** Direct access to the shop's database. */
export function db(): postgres.Sql {
  database ??= postgres(stackUnderTest().addresses.postgres, { max: 2, onnotice: () => {} });
  return database;
}

/** Must be called, or the process does not end. */
export async function closeDatabase(): Promise<void> {
  await database?.end();
  database = undefined;
}

/** What was sold of the demo's products is on the shelf again. */
export async function restock(): Promise<void> {
  await db()`update public.products set stock = delivered.pieces
    from (
      select distinct on (product_id) product_id, change as pieces from private.stock_movements
      order by product_id, id
    ) as delivered
    where id = delivered.product_id and created_at::date = '2026-01-05' and stock <> delivered.pieces`;
}
