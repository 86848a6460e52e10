import { randomUUID } from 'node:crypto';
import { as, type Character, type Sql } from '../shop-cast.ts';
import { refusalOf } from '../sql-refusals.ts';

/** What SQL says about an import. */
export type Imported = {
  id: string;
  total: number;
  waiting: number;
  left: object[];
  made: number;
  changed: number;
  unchanged: number;
  undoneAt: string | null;
  undone: object | null;
};
/** A row of a spreadsheet as the import takes it. */
export type Row = { line: number; id: string | null; seen?: object; set: object };
/** Imports spreadsheets of products and undoes them, as this admin unless somebody else is named. */
export function importCast(sql: Sql, admin: Character) {
  /** More than 500 rows are sent in parts, as the browser does. */
  const accept = (rows: Row[], { who = admin, key = randomUUID() as string } = {}) =>
    as(sql, who, async (t) => {
      let [parts, rest] = [0, rows];
      for (; rest.length > 500; rest = rest.slice(500))
        await t`select public.send_import_part(${key}, ${(parts += 1)}, ${t.json(rest.slice(0, 500) as never)})`;
      const [row] = await t<{ made: Imported }[]>`
        select public.import_products(${key}, 'prices.csv', 3, ${t.json(rest as never)}, ${parts}) as made`;
      return row?.made as Imported;
    });
  /** One step; of fifty rows where it may take no time. */
  const goOn = (id: string, time = '1 second', who: Character = admin) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ made: Imported }[]>`
        select public.continue_product_import(${id}, ${time}::interval) as made`;
      return row?.made as Imported;
    });
  const finish = async (begun: Imported, who: Character = admin) => {
    let one = begun;
    while (one.waiting > 0) one = await goOn(one.id, '1 second', who);
    return one;
  };
  const importRows = async (rows: Row[], how: { who?: Character; key?: string } = {}) =>
    finish(await accept(rows, how), how.who);
  const beginUndoing = (id: string, leaveChanged = false, who: Character = admin) =>
    as(sql, who, async (t) => {
      const [row] = await t<
        { made: Imported }[]
      >`select public.undo_product_import(${id}, ${leaveChanged}) as made`;
      return row?.made as Imported;
    });
  const undo = async (id: string, leaveChanged = false, who: Character = admin) =>
    finish(await beginUndoing(id, leaveChanged, who), who);
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
  return { accept, goOn, finish, importRows, beginUndoing, undo, refusal };
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
