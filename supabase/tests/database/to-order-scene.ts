import { randomUUID } from 'node:crypto';
import type { BookedPieces } from '../../functions/_shared/contract/stock.ts';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  bankDecides,
  newProduct,
  orderRequest,
  place,
  type Placed,
  shop,
  type Sql,
} from '../shop-cast.ts';
import { bookScene, type OrderOf } from './book-scene.ts';

const offer = { low: 6, high: 8, deposit: 30, isPublic: true };
type Product = Awaited<ReturnType<typeof newProduct>>;
export const lineOf = ({ id, price }: Product, quantity = 1) => ({ productId: id, quantity, price });

/** Pieces from the maker: KES 1,000 each, 30 per cent of it first, in 6 to 8 weeks. Called once, at the top of a file. */
export function toOrderScene(sql: Sql) {
  const scene = bookScene(sql);
  const { owner } = scene;

  async function instrument({ stock = 0, price = 1000, over = {} as Partial<typeof offer> } = {}) {
    const product = await newProduct(sql, { stock, price });
    await sql`update public.products set to_order = ${sql.json({ ...offer, ...over })} where id = ${product.id}`;
    return product;
  }
  const orderOf = (product: Product, quantity: number, dueNow?: number) =>
    place(sql, [lineOf(product, quantity)], { details: dueNow === undefined ? {} : { dueNow } });
  const pay = (placed: Placed) => bankDecides(sql, placed.transaction.trace, approved(placed));
  const came = (product: Product, quantity = 1) =>
    answerTo<BookedPieces[]>(
      sql,
      owner,
      `public.book_stock($1, 'received', null, null, $2::jsonb)`,
      randomUUID(),
      [{ productId: product.id, quantity }],
    );
  const minute = () => answerTo<number>(sql, shop, 'public.give_out_pieces()');
  const awaitedOf = async ({ order }: OrderOf) =>
    (
      await sql<{ awaited: number; held: number }[]>`
        select i.awaited, coalesce((select h.quantity from private.stock_holds h
          where h.order_id = i.order_id and h.product_id = i.product_id and h.expires_at > now()), 0) as held
        from public.order_items i where i.order_id = ${order.id} order by i.product_name, i.id`
    ).map(({ awaited, held }) => [awaited, held]);
  const isToSend = async ({ order }: OrderOf) =>
    (await sql`select 1 from private.orders_to_send where id = ${order.id}`).length === 1;
  const byStaff = async (items: object[], accountId?: string) => {
    const { orderData } = orderRequest([]);
    const request = { items, orderData: { ...orderData, accountId, totalAmount: undefined, holdHours: 24 } };
    const order = await answerTo<Placed['order']>(
      ...([sql, owner, 'public.place_order_as_staff($1, $2::jsonb)'] as const),
      randomUUID(),
      request,
    );
    return { order };
  };

  return { ...scene, instrument, orderOf, pay, came, minute, awaitedOf, isToSend, byStaff };
}
