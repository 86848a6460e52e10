import { collectedAtShop, isCollectedAtShop } from '../contract/delivery-time.ts';
import { formatDayAndTime, formatDayToCome } from '../contract/nairobi-time.ts';
import { fullOrderNumber } from '../contract/order-number.ts';
import { type SlipDetails, slipItems, slipStamp } from '../contract/packing-slip.ts';
import { type ShopDetails, shownPhone } from '../contract/shop-details.ts';
import type { Shipment } from '../contract/shipments.ts';
import { formatWeight } from '../contract/weight.ts';
import {
  a4Pdf,
  type Cursor,
  drawLetterhead,
  drawParty,
  drawRow,
  drawTableHead,
  keepTogether,
  margin,
  quiet,
  right,
  rule,
  write,
} from './pdf-page.ts';

const table = {
  columns: [
    ['Weight', 470],
    ['Pieces', right],
  ],
  names: { x: margin + 18, room: 300 },
} as const;

/** Without `parcel` it is of what is in no parcel yet. */
type Slip = { details: SlipDetails; parcel?: Shipment };

/** The packing slips of orders, or of a parcel, each from a new page: without prices, for packers and carriers. */
export function packingSlipsPdf(
  slips: readonly Slip[],
  shop: ShopDetails,
  logo: string | null = null,
): Promise<Uint8Array> {
  const parts = slips.map(({ details, parcel }) => {
    const { order, weights, models } = details;
    const items = slipItems(details, parcel);
    const number = fullOrderNumber(order.id);
    return {
      name: `Packing slip ${number}`,
      stamp: slipStamp(details),
      draw(cursor: Cursor) {
        drawLetterhead(cursor, shop, 'Packing slip', [
          `Order ${number}`,
          `Ordered ${formatDayAndTime(order.createdAt)}`,
          order.delivery.by && order.delivery.isPromised
            ? `Deliver by ${formatDayToCome(order.delivery.by)}`
            : null,
          parcel?.carrier ? `Carrier ${parcel.carrier}` : null,
          parcel?.waybill ? `Waybill ${parcel.waybill}` : null,
        ]);
        const isCollected = isCollectedAtShop(order.delivery);
        write(cursor, 'normal', isCollected ? collectedAtShop : 'Deliver to', {
          x: margin,
          y: cursor.y,
          size: 9,
          color: quiet,
        });
        cursor.y -= 14;
        drawParty(cursor, order.customerName, [
          order.company?.name,
          order.company?.pin && `PIN ${order.company.pin}`,
          order.company?.purchaseOrder && `Purchase order ${order.company.purchaseOrder}`,
          isCollected ? null : order.customerAddress,
          order.customerPhone && shownPhone(order.customerPhone),
        ]);
        drawTableHead(cursor, table);
        for (const item of items) {
          const model = models[item.productId];
          drawRow(cursor, table, {
            name: item.productName,
            notes: [
              model ? `Model ${model}` : null,
              item.serials.length > 0 ? `Serial ${item.serials.join(', ')}` : null,
            ],
            values: [formatWeight([item], weights), String(item.quantity)],
          });
        }
        keepTogether(cursor, 110);
        rule(cursor, cursor.y - 2);
        cursor.y -= 6;
        const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
        drawRow(
          cursor,
          { ...table, names: { ...table.names, x: margin } },
          { name: 'Total', notes: [], values: [formatWeight(items, weights), String(pieces)] },
        );
        // Room to sign above the lines.
        const y = cursor.y - 70;
        for (const [x, text] of [
          [margin, 'Packed by, date'],
          [320, 'Received in good order by, date'],
        ] as const) {
          rule(cursor, y, x, x + 220);
          write(cursor, 'normal', text, { x, y: y - 12, size: 8, color: quiet });
        }
      },
    };
  });
  const [first] = parts;
  return a4Pdf(parts.length === 1 && first ? first.name : 'Packing slips', logo, parts);
}
