import type { OrderDetails } from '@contract/admin-orders.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { isDay } from '@contract/calendar-days.ts';
import { isReason, maxCarrierLength, maxSerialLength, type Shipment } from '@contract/shipments.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { itemsToShip } from './parcels-to-pack.ts';

/** What becomes of pieces: packed, they stay in the shop for now; delivered without being sent, they are collected. */
export type ParcelStep = Shipment['status'];
/** The fields of the form, by name; for a new parcel also `quantity <item>` and `serials <item>` of each item. */
export type TypedParcel = { carrier: string; waybill: string; day: string; reason: string } & Record<
  string,
  string
>;
type Details = Pick<OrderDetails, 'order' | 'shipping'>;

/** All pieces that are left and paid for, or work that is left, which is done; or what is known about the parcel that moves on. */
export function emptyParcel(details: Details, parcel: Shipment | null, isWork = false): TypedParcel {
  const items = parcel ? [] : itemsToShip(details, isWork);
  return {
    carrier: parcel?.carrier ?? '',
    waybill: parcel?.waybill ?? '',
    day: nairobiDay(),
    reason: '',
    ...Object.fromEntries(
      items.map(({ itemId, left, unpaid }) => [
        `quantity ${itemId}`,
        String(isWork ? left : Math.max(left - unpaid, 0)),
      ]),
    ),
  };
}

/** Whether pieces leave the shop with this step. */
const isLeaving = (step: ParcelStep, parcel: Shipment | null) =>
  step !== 'packed' && parcel?.status !== 'sent';

/** Whether the buyer collects them, so that there is no carrier. */
export const isCollected = (step: ParcelStep, parcel: Shipment | null) =>
  step === 'delivered' && isLeaving(step, parcel);

/** What the button of a step is called. */
export function stepLabel(step: ParcelStep, parcel: Shipment): string {
  if (step === 'sent') return 'Hand to a Carrier';
  return isCollected(step, parcel) ? 'Record the Collection' : 'Record the Delivery';
}

/** How many pieces of an item may still leave the shop, packed or not, before more is paid: as SQL's check_shipping. */
function paidHere({ order, shipping: { toShip, unpaid } }: Details, itemId: string): number {
  const packed = order.shipments
    .filter(({ status }) => status === 'packed')
    .flatMap(({ lines }) => lines)
    .filter((line) => line.itemId === itemId);
  const inParcels = packed.reduce((sum, { quantity }) => sum + quantity, 0);
  return inParcels + (toShip[itemId] ?? 0) - (unpaid[itemId] ?? 0);
}

/** Why a person must say why pieces leave now; null when nobody must. */
export function reasonNeeded(
  typed: TypedParcel,
  step: ParcelStep,
  parcel: Shipment | null,
  details: Details,
  isWork = false,
): 'payment' | 'reason' | null {
  const { need } = details.shipping;
  if (!isLeaving(step, parcel)) return null;
  const takesUnpaid = parcel
    ? parcel.lines.some(({ itemId, quantity }) => quantity > paidHere(details, itemId))
    : itemsToShip(details, isWork).some(
        (item) => item.unpaid > 0 && Number(typed[`quantity ${item.itemId}`]) > item.left - item.unpaid,
      );
  if (takesUnpaid || need === 'payment') return 'payment';
  return need === 'reason' ? need : null;
}

/**
 * The typed parcel, or an error for each invalid field.
 * @param parcel the one that moves on; null for a new one
 * @param isWork it is no parcel but work that was done
 */
export function typedParcel(
  typed: TypedParcel,
  step: ParcelStep,
  parcel: Shipment | null,
  details: Details,
  isWork = false,
) {
  const problems: Record<string, string> = {};
  const refuse = (field: string, isWrong: boolean, sentence: string) => {
    if (isWrong) problems[field] ??= sentence;
  };
  const items = parcel ? [] : itemsToShip(details, isWork);
  const lines = items.map(({ itemId, left }) => {
    const read = typedFigure(typed[`quantity ${itemId}`] ?? '') ?? 0;
    const quantity = typeof read === 'number' ? read : NaN;
    const serials = serialsIn(typed[`serials ${itemId}`] ?? '');
    const isPossible = Number.isInteger(quantity) && quantity >= 0 && quantity <= left;
    refuse(`quantity ${itemId}`, !isPossible, `Please enter a whole number from 0 to ${left}`);
    refuse(`serials ${itemId}`, serials.length > quantity, 'These are more serial numbers than pieces');
    const isLong = serials.some(({ length }) => length > maxSerialLength);
    refuse(`serials ${itemId}`, isLong, 'Please write one serial number to a line');
    return { itemId, quantity, serials };
  });
  refuse(
    `quantity ${items[0]?.itemId}`,
    lines.length > 0 && lines.every(({ quantity }) => quantity === 0),
    isWork ? 'Please say what was done' : 'Please put a piece into the parcel',
  );
  const [carrier, waybill, reason] = [typed.carrier.trim(), typed.waybill.trim(), typed.reason.trim()];
  const hasCarrier = !isCollected(step, parcel);
  if (hasCarrier) {
    const tooLong = `Please use at most ${maxCarrierLength} characters`;
    refuse('carrier', carrier === '' && (step !== 'packed' || waybill !== ''), 'Please name the carrier');
    refuse('carrier', carrier.length > maxCarrierLength, tooLong);
    refuse('waybill', waybill.length > maxCarrierLength, tooLong);
  }
  refuse('day', step !== 'packed' && !isDay(typed.day), 'Please give the day');
  const isReasonNeeded = reasonNeeded(typed, step, parcel, details, isWork) !== null;
  refuse(
    'reason',
    isReasonNeeded && !isReason(reason),
    `Please say in some words why it ${isWork ? 'is done' : 'leaves'} now`,
  );
  if (Object.keys(problems).length > 0) return { problems };
  return {
    problems,
    value: {
      lines: lines.filter(({ quantity }) => quantity > 0),
      step: {
        p_status: step,
        ...(hasCarrier && carrier && { p_carrier: carrier }),
        ...(hasCarrier && waybill && { p_waybill: waybill }),
        ...(step !== 'packed' && { p_day: typed.day }),
        ...(isReasonNeeded && { p_reason: reason }),
      },
    },
  };
}

/** The serial numbers of one line of an order, as they were typed, pasted or scanned. */
export const serialsIn = (text: string) =>
  text
    .split(/[\n,;]/)
    .map((serial) => serial.trim())
    .filter((serial) => serial !== '');
