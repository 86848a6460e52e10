import type { OrderDetails } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import type { Shipment } from '@contract/shipments.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { cameBackText, parcelContents, parcelState } from '#orders/parcel-text.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { packingSlipAddress } from '@contract/papers.ts';
import { PdfLink } from '#orders/paper-link.tsx';
import { ParcelDialog, type ParcelToSend } from './parcel-dialog.tsx';
import type { NextStep } from '../order/next-step.ts';
import { itemsToShip, parcelSteps } from './parcels-to-pack.ts';
import { stepLabel } from './typed-parcel.ts';

/** What a person does with what is left: goods are sent, and work, which goes in no parcel, is done. */
export const handOvers = [
  { step: 'send', still: 'Still to send', button: 'Send a Parcel', first: 'sent' },
  { step: 'work', still: 'Still to do', button: 'Mark as Done', first: 'delivered' },
] as const;

/** What takes the record of a parcel or of work away; its goods are to be sent again. */
const undoLabel = ({ isWork }: Shipment) => (isWork ? 'Not Done' : 'Undo This Parcel');

type OrderParcelsProps = {
  details: OrderDetails;
  /** Its button stands among the steps of the order, unless it is that of a parcel. */
  next?: NextStep | null;
  opened: ParcelToSend | null;
  onOpen(parcel: ParcelToSend | null): void;
};

/** What is still to send of an order, and its parcels with their next steps; nothing for an order that has neither. */
export function OrderParcels({ details, next = null, opened, onOpen }: OrderParcelsProps) {
  const [takenBack, setTakenBack] = useState<Shipment | null>(null);
  const may = useMay();
  const { order, shipping } = details;
  const toHandOver = handOvers.map((kind) => ({
    ...kind,
    items: itemsToShip(details, kind.step === 'work'),
  }));
  const inStatus = (wanted: Shipment['status']) => order.shipments.find(({ status }) => status === wanted);
  const handedOver = inStatus('packed') ?? inStatus('sent');
  if (order.shipments.length === 0 && toHandOver.every(({ items }) => items.length === 0))
    return order.word === 'part_paid' && shipping.packingObstacle !== null ? (
      <section className="stack gap-3" aria-labelledby="order-parcels">
        <h3 id="order-parcels">Parcels</h3>
        <p>
          {`${formatCents(details.rest.dueCents)} is not paid: nothing is sent before it is paid or written off (Other Steps), or Change Order gives days to pay.`}
        </p>
      </section>
    ) : null;
  const again = takenBack?.isWork ? 'It is still to be done' : 'Its pieces are to be sent again';
  return (
    <section className="stack gap-4" aria-labelledby="order-parcels">
      <h3 id="order-parcels">Parcels</h3>
      {toHandOver
        .filter(({ items }) => items.length > 0)
        .map(({ step, items, ...texts }) => (
          <div key={step} className="stack gap-3 at-start">
            <p className="breaks">
              {texts.still}: {items.map((item) => `${item.left} × ${item.productName}`).join(', ')}
            </p>
            {may('parcels') && next !== step ? (
              <Button
                variant="secondary"
                onClick={() => onOpen({ parcel: null, step: texts.first, isWork: step === 'work' })}
              >
                {texts.button}
              </Button>
            ) : null}
          </div>
        ))}
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
                    onClick={() => onOpen({ parcel, step })}
                  >
                    {stepLabel(step, parcel)}
                  </Button>
                ))}
                {parcel.isWork ? null : (
                  <PdfLink address={packingSlipAddress([order.id], parcel.id)} about={parcelContents(parcel)}>
                    Packing slip (PDF)
                  </PdfLink>
                )}
                {shipping.canBeTakenBack.includes(parcel.id) && may('parcels') ? (
                  <Button
                    variant="secondary"
                    aria-label={`${undoLabel(parcel)}: ${parcelContents(parcel)}`}
                    onClick={() => setTakenBack(parcel)}
                  >
                    {undoLabel(parcel)}
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {cameBackText(order.items) ? <p className="breaks">{cameBackText(order.items)}</p> : null}
      {opened ? <ParcelDialog details={details} opened={opened} onClose={() => onOpen(null)} /> : null}
      {takenBack ? (
        <ConfirmAction
          title={takenBack.isWork ? 'Was it not done?' : 'Undo this parcel?'}
          confirmLabel={takenBack.isWork ? 'Not Done' : 'Undo'}
          cancelLabel="Keep It"
          act={() => callSql('advance_shipment', { p_id: takenBack.id, p_status: 'taken_back' })}
          onDone={() => showToast({ title: 'Parcel Taken Back' })}
          failureTitle="Parcel not taken back"
          onClose={() => setTakenBack(null)}
        >
          <p>
            {order.status === 'completed'
              ? `${again}, and the order is not completed any more.`
              : `${again}.`}
          </p>
        </ConfirmAction>
      ) : null}
    </section>
  );
}
