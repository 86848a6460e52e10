import { maxReasonLength, type OrderDetails } from '@contract/admin-orders.ts';
import { deliveryPaidApart } from '@contract/delivery.ts';
import { isCollectedAtShop } from '@contract/delivery-time.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { maxCarrierLength, type Shipment } from '@contract/shipments.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { orderDetailsKey } from '../order/order-details-query.ts';
import { itemsToShip } from './parcels-to-pack.ts';
import {
  emptyParcel,
  isCollected,
  reasonNeeded,
  type ParcelStep,
  serialsIn,
  stepLabel,
  type TypedParcel,
  typedParcel,
} from './typed-parcel.ts';

/** A new parcel, whose step is chosen in the form, or the next step of one; or work that was done. */
export type ParcelToSend = { parcel: Shipment | null; step: ParcelStep; isWork?: boolean };

type ParcelDialogProps = {
  details: OrderDetails;
  opened: ParcelToSend;
  onClose(): void;
};

const labelOf = ({ parcel, step, isWork }: ParcelToSend) =>
  parcel ? stepLabel(step, parcel) : isWork ? 'Record the Work' : 'Record the Parcel';

const steps: { value: ParcelStep; label: string }[] = [
  { value: 'sent', label: 'It goes to a carrier now' },
  { value: 'packed', label: 'It is packed and leaves later' },
  { value: 'delivered', label: 'The buyer has collected it at the counter' },
];

/** Why an order on account needs a reason all the same. */
function whyAsked({ order, shipping }: OrderDetails): string {
  if (!order.payment.termsDays || shipping.need !== 'payment') return '';
  return shipping.hasTerms
    ? ' It is on account, and with all of it the customer owes more than their limit.'
    : ' It is on account, but no terms are saved for this customer.';
}

/** Packs pieces of an order, hands a parcel to a carrier or to the buyer, or records that it was delivered. */
export function ParcelDialog({ details, opened, onClose }: ParcelDialogProps) {
  const { parcel, isWork = false } = opened;
  const firstStep = !parcel && isCollectedAtShop(details.order.delivery) ? 'delivered' : opened.step;
  const label = labelOf(opened);
  const queryClient = useQueryClient();
  // What this person has seen, which others may change while the form is open.
  const seen = useRef(details.shipping.toShip);
  const form = useForm({
    initial: { ...emptyParcel(details, parcel, isWork), step: firstStep } as TypedParcel & {
      step: ParcelStep;
    },
    read: (now) => typedParcel(now, now.step, parcel, details, isWork),
    send: (request, { id }) =>
      parcel
        ? callSql('advance_shipment', { p_id: parcel.id, ...request.step })
        : callSql('record_shipment', {
            p_id: id,
            p_order_id: details.order.id,
            p_lines: request.lines,
            p_seen: seen.current,
            ...request.step,
          }),
    onSent: () => {
      const handedOver = isCollected(step, parcel) ? 'Collection' : 'Delivery';
      const what = isWork ? 'Work' : step === 'delivered' ? handedOver : 'Parcel';
      showToast({ title: `${what} Recorded` });
    },
    // The form shows now what is left.
    onFailed: () => {
      seen.current =
        queryClient.getQueryData<OrderDetails>(orderDetailsKey(details.order.id))?.shipping.toShip ??
        seen.current;
    },
  });
  const { typed, field } = form;
  const { step } = typed;
  const items = itemsToShip(details, isWork);
  const paidApart = isWork || isCollected(step, parcel) ? null : deliveryPaidApart(details.order.delivery);
  const reason = reasonNeeded(typed, step, parcel, details, isWork);
  const take = (piecesOf: (left: number) => number) =>
    form.change(
      Object.fromEntries(items.map(({ itemId, left }) => [`quantity ${itemId}`, String(piecesOf(left))])),
    );
  /** A scanner ends each number with Enter: that leads to the next field, and never records the parcel. */
  const goOn = (event: KeyboardEvent<HTMLFormElement>) => {
    const field = event.target as HTMLInputElement;
    const [kind, itemId] = field.name.split(' ');
    const isFull = kind === 'serials' && serialsIn(field.value).length >= Number(typed[`quantity ${itemId}`]);
    if (event.key !== 'Enter' || !(isFull || field instanceof HTMLInputElement)) return;
    event.preventDefault();
    const fields = [...event.currentTarget.elements].filter((one) =>
      one.matches('input, textarea, select, [type=submit]'),
    );
    (fields[fields.indexOf(field) + 1] as HTMLElement).focus();
  };
  return (
    <FormDialog
      form={form}
      title={parcel ? label : isWork ? 'Work that was done' : 'Send a parcel'}
      confirmLabel={label}
      failureTitle={`The ${isWork ? 'work' : 'parcel'} is not recorded`}
      onKeyDown={goOn}
      onClose={onClose}
    >
      {paidApart === null ? null : (
        <p>{`No delivery price is agreed yet. The buyer’s page says: ${paidApart}.`}</p>
      )}
      {parcel ? null : (
        <>
          {items.length > 1 ? (
            <div className="cluster gap-3">
              <Button variant="quiet" onClick={() => take((left) => left)}>
                All
              </Button>
              <Button variant="quiet" onClick={() => take(() => 0)}>
                None
              </Button>
            </div>
          ) : null}
          {items.map(({ itemId, productName, left, unpaid }) => (
            <fieldset key={itemId} className="stack gap-2">
              <legend className="strong">{productName}</legend>
              <Field
                label={isWork ? 'How many were done' : 'Pieces in this parcel'}
                hint={`${left} left to ${isWork ? 'do' : 'send'}${unpaid > 0 ? `, ${unpaid} not paid yet` : ''}`}
                inputMode="numeric"
                {...field(`quantity ${itemId}`)}
              />
              {isWork ? null : (
                <TextAreaField
                  label="Serial numbers"
                  hint="Optional. One to a line, or with commas."
                  rows={Math.min(left, 3)}
                  autoComplete="off"
                  name={`serials ${itemId}`}
                  {...field(`serials ${itemId}`)}
                />
              )}
            </fieldset>
          ))}
          {isWork ? null : <SelectField label="What happens to it" options={steps} {...field('step')} />}
        </>
      )}
      {isCollected(step, parcel) || parcel?.status === 'sent' ? null : (
        <>
          <Field label="Carrier" autoComplete="off" maxLength={maxCarrierLength} {...field('carrier')} />
          <Field
            label="Waybill"
            hint="The carrier’s number of the parcel, if there is one."
            autoComplete="off"
            {...field('waybill')}
          />
        </>
      )}
      {step === 'packed' ? null : (
        <Field
          label={step === 'sent' ? 'Sent on' : isWork ? 'Done on' : 'Handed over on'}
          type="date"
          max={nairobiDay()}
          {...field('day')}
        />
      )}
      {reason ? (
        <TextAreaField
          label="Reason"
          hint={`Why it ${isWork ? 'is done' : 'leaves'} before ${
            reason === 'payment' ? 'it is paid' : 'the payment is in the bank’s statement'
          }.${reason === 'payment' ? whyAsked(details) : ''} Stays with the order, with your name.`}
          maxLength={maxReasonLength}
          {...field('reason')}
        />
      ) : null}
    </FormDialog>
  );
}
