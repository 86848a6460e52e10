import type { Order } from '@contract/orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import { cameBackText, parcelContents, parcelState } from '#orders/parcel-text.ts';

/** The parcels of an order with their carriers and waybills; nothing before the first one. */
export function OrderParcels({ parcels, items }: { parcels: readonly Shipment[]; items: Order['items'] }) {
  if (parcels.length === 0) return null;
  return (
    <ul className="card stack divided" aria-label="Parcels">
      {parcels.map((parcel) => (
        <li key={parcel.id} className="stack gap-1 pad-4 breaks">
          <strong>{parcelState(parcel)}</strong>
          {parcel.status !== 'packed' && parcel.waybill ? (
            <span>
              Waybill <span className="mono">{parcel.waybill}</span>
            </span>
          ) : null}
          <span className="muted">{parcelContents(parcel)}</span>
        </li>
      ))}
      {cameBackText(items) ? <li className="pad-4 breaks">{cameBackText(items)}</li> : null}
    </ul>
  );
}
