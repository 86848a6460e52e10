import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { parcelContents, parcelState } from '#orders/parcel-text.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { packingSlipAddress } from '@contract/papers.ts';
import { PdfLink } from '#orders/paper-link.tsx';
import { ParcelDialog, type ParcelToSend } from './parcel-dialog.tsx';
import type { NextStep } from '../order/next-step.ts';
import { itemsToShip, parcelSteps } from './parcels-to-pack.ts';
import { stepLabel } from './typed-parcel.ts';

/** What is still to send of an order, and its parcels with their next steps; nothing for an order that has neither. */
export function OrderParcels({ details, next = null }: { details: OrderDetails; next?: NextStep | null }) {
  const [opened, setOpened] = useState<ParcelToSend | null>(null);
  const [takenBack, setTakenBack] = useState<Shipment | null>(null);
  const may = useMay();
  const refresh = useRefreshAdmin();
  const { order, shipping } = details;
  const left = itemsToShip(details);
  const handedOver = order.shipments.find(({ status }) => parcelSteps[status].length > 0);
  if (order.shipments.length === 0 && left.length === 0) return null;
  const takeBack = async () => {
    await callSql('advance_shipment', { p_id: takenBack?.id ?? '', p_status: 'taken_back' });
    showToast({ title: 'Parcel Taken Back' });
    await refresh();
  };
  return (
    <section className="stack gap-4" aria-labelledby="order-parcels">
      <h3 id="order-parcels">Parcels</h3>
      {left.length > 0 ? (
        <div className="stack gap-3 at-start">
          <p className="breaks">
            Still to send: {left.map((item) => `${item.left} × ${item.productName}`).join(', ')}
          </p>
          {may('parcels') ? (
            <Button
              variant={next === 'send' ? 'primary' : 'secondary'}
              onClick={() => setOpened({ parcel: null, step: 'sent' })}
            >
              Send a Parcel
            </Button>
          ) : null}
        </div>
      ) : null}
      {order.shipments.length > 0 ? (
        <ul className="stack gap-3">
          {order.shipments.map((parcel) => (
            <li key={parcel.id} className="stack gap-2 pad-top-2 line-above breaks">
              <strong>{parcelState(parcel)}</strong>
              {parcel.status === 'packed' && parcel.carrier ? <span>For {parcel.carrier}</span> : null}
              {parcel.waybill ? (
                <span>
                  Waybill <span className="mono">{parcel.waybill}</span>
                </span>
              ) : null}
              <span>{parcelContents(parcel)}</span>
              <div className="cluster gap-3">
                {(may('parcels') ? parcelSteps[parcel.status] : []).map((step, place) => (
                  <Button
                    key={step}
                    variant={
                      next === 'handOver' && parcel === handedOver && place === 0 ? 'primary' : 'secondary'
                    }
                    aria-label={`${stepLabel(step, parcel)}: ${parcelContents(parcel)}`}
                    onClick={() => setOpened({ parcel, step })}
                  >
                    {stepLabel(step, parcel)}
                  </Button>
                ))}
                <PdfLink address={packingSlipAddress([order.id], parcel.id)} about={parcelContents(parcel)}>
                  Packing slip (PDF)
                </PdfLink>
                {shipping.canBeTakenBack.includes(parcel.id) && may('parcels') ? (
                  <Button
                    variant="secondary"
                    aria-label={`Take Back: ${parcelContents(parcel)}`}
                    onClick={() => setTakenBack(parcel)}
                  >
                    Take Back
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <ParcelDialog details={details} opened={opened} onClose={() => setOpened(null)} />
      <ConfirmAction
        isOpen={takenBack !== null}
        title="Take this parcel back?"
        confirmLabel="Take Back"
        cancelLabel="Keep It"
        act={takeBack}
        failureTitle="Parcel not taken back"
        onClose={() => setTakenBack(null)}
      >
        <p>
          {order.status === 'completed'
            ? 'Its pieces are to be sent again, and the order is not completed any more.'
            : 'Its pieces are to be sent again.'}
        </p>
      </ConfirmAction>
    </section>
  );
}
