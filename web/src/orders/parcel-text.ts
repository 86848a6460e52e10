import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import type { OrderItem } from '@contract/orders.ts';
import type { Shipment } from '@contract/shipments.ts';

/** `Done on 22 Nov 2026` of work, `Sent with G4S on 22 Nov 2026`, `Collected at the counter on …`. */
export function parcelState({ status, isWork, carrier, packedAt, sentOn, deliveredOn }: Shipment): string {
  if (isWork) return `Done on ${formatDay(deliveredOn ?? '')}`;
  if (status === 'packed') return `Packed on ${formatDayAndTime(packedAt)}`;
  if (status === 'sent') return `Sent with ${carrier} on ${formatDay(sentOn ?? '')}`;
  const day = formatDay(deliveredOn ?? '');
  return sentOn ? `Delivered by ${carrier} on ${day}` : `Collected at the counter on ${day}`;
}

/** `2 × Auger, 1 × Battery`. */
export const parcelContents = ({ lines }: Pick<Shipment, 'lines'>) =>
  lines
    .map(({ quantity, productName, serials }) => {
      const named = serials.length > 0 ? ` (${serials.join(', ')})` : '';
      return `${quantity} × ${productName}${named}`;
    })
    .join(', ');

type PiecesBack = Partial<Pick<OrderItem, 'cameBack' | 'notSent'>>;

/** `1 came back, 2 are not sent any more` of an ordered line; a stored order may not say it. */
export const backNote = ({ cameBack = 0, notSent = 0 }: PiecesBack): string =>
  [
    cameBack > 0 && `${cameBack} came back`,
    notSent > 0 && `${notSent} ${notSent === 1 ? 'is' : 'are'} not sent any more`,
  ]
    .filter(Boolean)
    .join(', ');

/** Below the parcels of an order: `Came back: 1 × Auger`; empty when nothing has. */
export const cameBackText = (items: readonly Pick<OrderItem, 'productName' | 'cameBack'>[]): string => {
  const back = items.filter(({ cameBack }) => cameBack > 0);
  return back.length === 0
    ? ''
    : `Came back: ${back.map(({ cameBack, productName }) => `${cameBack} × ${productName}`).join(', ')}`;
};

/** Whether a carrier has something that did not come back, whatever was recorded of it; as SQL's `pieces_sent`. */
export const isOnItsWay = ({
  shipments,
  items,
}: {
  shipments: readonly Pick<Shipment, 'status' | 'isWork' | 'lines'>[];
  items: readonly PiecesBack[];
}) => {
  const left = shipments.filter(({ status, isWork }) => status !== 'packed' && !isWork);
  const pieces = left.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    left.some(({ status }) => status === 'sent') &&
    pieces > items.reduce((sum, { cameBack = 0 }) => sum + cameBack, 0)
  );
};
