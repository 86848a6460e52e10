import { randomUUID } from 'node:crypto';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { answerTo } from '../payment-scene.ts';
import {
  approved,
  type Character,
  newProduct,
  newSession,
  place,
  type Placed,
  bankDecides,
  type Sql,
} from '../shop-cast.ts';
import { testPerson } from '../test-database.ts';

type Line = { itemId: string; quantity: number; serials?: string[] };
type Parcel = {
  id?: string;
  lines: Line[];
  /** By item: what was left when the person looked; as it is when absent. */
  seen?: Record<string, number>;
  status?: string;
  carrier?: string | null;
  waybill?: string | null;
  day?: string | null;
  reason?: string | null;
};
type Step = Pick<Parcel, 'carrier' | 'waybill' | 'day' | 'reason'>;
type OrderOf = Pick<Placed, 'order'>;

/** Orders that an owner sends in parcels. Called once, at the top of a file. */
export function shipmentScene(sql: Sql) {
  const owner = testPerson(sql, 'Owner', 'admin');
  const detailsOf = ({ order }: OrderOf) =>
    answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id);

  return {
    owner,
    detailsOf,
    /** Three pieces of one product and two of another. @param price KES for each piece */
    newOrder: async ({ price = 1000, details = {} as Record<string, unknown> } = {}) => {
      const sid = await newSession(sql);
      const products = [await newProduct(sql, { price }), await newProduct(sql, { price })];
      const lines = products.map(({ id }, place) => ({ productId: id, quantity: 3 - place, price }));
      const placed = await place(sql, lines, { sid, details });
      const items = await sql<{ id: string; productId: string }[]>`
        select id, product_id as "productId" from public.order_items where order_id = ${placed.order.id} order by quantity desc`;
      const [three, two] = items.map(({ id }) => id);
      return { ...placed, sid, products, three: three ?? '', two: two ?? '' };
    },
    pay: (placed: Placed) => bankDecides(sql, placed.transaction.trace, approved(placed)),
    /** As a person does who has just looked at the order. */
    pack: async (placed: OrderOf, parcel: Parcel, who: Character = owner) => {
      const {
        id = randomUUID(),
        lines,
        status = 'packed',
        carrier = null,
        waybill = null,
        day = null,
        reason = null,
      } = parcel;
      const seen = parcel.seen ?? (await detailsOf(placed)).shipping.toShip;
      const order = await answerTo<Order>(
        sql,
        who,
        'public.record_shipment($1, $2, $3::text::jsonb, $4::text::jsonb, $5, $6, $7, $8, $9)',
        id,
        placed.order.id,
        JSON.stringify(lines),
        JSON.stringify(seen),
        status,
        carrier,
        waybill,
        day,
        reason,
      );
      return { id, order };
    },
    move: (
      id: string,
      status: string,
      { carrier = null, waybill = null, day = null, reason = null }: Step = {},
      who: Character = owner,
    ) =>
      answerTo<Order>(
        sql,
        who,
        'public.advance_shipment($1, $2, $3, $4, $5, $6)',
        id,
        status,
        carrier,
        waybill,
        day,
        reason,
      ),
    statusOf: async ({ order }: OrderOf) => {
      const [row] = await sql<{ status: string }[]>`select status from public.orders where id = ${order.id}`;
      return row?.status;
    },
  };
}
