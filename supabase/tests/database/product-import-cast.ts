import { randomUUID } from 'node:crypto';
import type { ProductImport } from '../../functions/_shared/contract/product-imports.ts';
import { as, type Character, type Sql } from '../shop-cast.ts';
import { refusalOf } from '../sql-refusals.ts';

/** A row of a spreadsheet as the import takes it. */
export type Row = { line: number; id: string | null; seen?: object; set: object };
/** Imports spreadsheets of products and undoes them, as this admin unless somebody else is named. */
export function importCast(sql: Sql, admin: Character) {
  const importRows = (rows: Row[], { who = admin, key = randomUUID() as string } = {}) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ made: ProductImport }[]>`
        select public.import_products(${key}, 'prices.csv', 3, ${t.json(rows as never)}) as made`;
      return row?.made as ProductImport;
    });
  const undo = (id: string, leaveChanged = false, who: Character = admin) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ made: ProductImport }[]>`
        select public.undo_product_import(${id}, ${leaveChanged}) as made`;
      return row?.made as ProductImport;
    });
  const refusal = async (work: Promise<unknown>) => {
    const refused = await refusalOf(work);
    if (!refused) return null;
    const { code, message, detail } = refused;
    return {
      code,
      message,
      rows: message === 'import_refused' ? (JSON.parse(detail ?? '') as object[]) : undefined,
    };
  };
  return { importRows, undo, refusal };
}

/** What stands on the shelf of a product. */
export const shelf = async (sql: Sql, id: string) => {
  const [row] = await sql<
    { price: number; stock: number; slug: string; brand: string | null; is_active: boolean }[]
  >`
    select price, stock, slug, brand, is_active from public.products where id = ${id}`;
  return row;
};

/** The cells of a new product. */
export const fresh = (over: object = {}) => ({
  name: `Auger ${randomUUID()}`,
  category: 'fridges',
  description: 'Drills by hand.',
  price: 5000,
  stock: 4,
  image_url: '/a.webp',
  ...over,
});

/** A row that changes the price of a product that was seen at another. */
export const priceOf = (id: string, seen: number, price: number, line = 2): Row => ({
  line,
  id,
  seen: { price: seen },
  set: { price },
});
