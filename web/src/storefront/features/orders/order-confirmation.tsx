import type { Order } from '@contract/orders.ts';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { AskFirst } from '#components/forms/ask-first.tsx';
import { Button } from '#components/forms/button.tsx';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { Notice } from '#components/page/notice.tsx';
import { promptPart } from '#components/page/prompt-suspense.tsx';
import { WhatsAppChat } from '#components/page/whatsapp-chat.tsx';
import { Price } from '#components/page/price.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import { deliveryPaidApart } from '@contract/delivery.ts';
import { haveAllGoodsLeft, isOnlyWork, isWorkLeft } from '@contract/shipments.ts';
import { orderedThen } from '@contract/awaited.ts';
import { deliveryTime, isCollectedAtShop, processedWhen } from '@contract/delivery-time.ts';
import { formatCents } from '@contract/money.ts';
import { deliveryOfOrder } from '#orders/order-delivery-text.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import { byMethod, isWithheld } from '@contract/payment-methods.ts';
import { restDue } from '#orders/earlier-payments-text.ts';
import { companyText } from '#orders/company-text.ts';
import { PaperLink } from '#orders/paper-link.tsx';
import { orderMessage } from '#orders/order-message.ts';
import { isAtPhone } from '#orders/mpesa-state.ts';
import { isOnItsWay } from '#orders/parcel-text.ts';
import { WaysToPayList } from '#orders/ways-to-pay-list.tsx';
import { fullOrderNumber } from '@contract/order-number.ts';
import { certificateText, isAskedToPay, paymentReference } from '@contract/ways-to-pay.ts';
import {
  dueCentsOf,
  dueSum,
  isAllAnnounced,
  isOnlyWithheld,
  onAccount,
  openCentsOf,
  owedWhen,
} from '@contract/on-account.ts';
import styles from './order-confirmation.module.css';
import { canCancel, CancelOrder } from './open/cancel-order.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderParcels } from './order-parcels.tsx';
import { OrderProgress } from './order-progress.tsx';
import { OrderSharing } from './order-sharing.tsx';
import { paymentStatusOf } from './order-status.ts';
import { useRenewOrderLink } from './orders-queries.ts';

type OrderConfirmationProps = {
  order: Order;
  /** The pay button; shown when paying is the next step. */
  pay: ReactNode;
  /** Shown above it. */
  beforePay?: ReactNode;
  /** Paying with M-Pesa: the first thing while a phone asks for its PIN, else among the other ways to pay. */
  mpesa?: ReactNode;
};

/** One order: its payment status, its next step, its progress and its details. */
export function OrderConfirmation({ order, pay, beforePay, mpesa }: OrderConfirmationProps) {
  const [isTracking, setIsTracking] = useState(false);
  const trackId = useId();
  const { whatsapp, bank } = useShopDetails();
  const message = orderMessage(order);
  const { nextStep } = message;
  const rest = restDue(order);
  const { laterCents, announcedCents } = order.payment;
  const isTold = isAllAnnounced(order.payment);
  const openCents = openCentsOf(order.payment);
  const isPartTold = announcedCents > 0 && !isTold;
  const isPaidHere = nextStep === 'pay' && order.view !== 'staff';
  const isAsked = isAskedToPay(order) && nextStep !== 'wait';
  const payHere = (
    <>
      {isPaidHere ? beforePay : null}
      {isPaidHere ? <div className="actions">{pay}</div> : null}
      {isPaidHere ? mpesa : null}
    </>
  );
  const otherWays = isAsked ? (
    <WaysToPayList
      title={isPartTold ? 'How to Pay the Rest' : nextStep === 'pay' ? 'Other Ways to Pay' : 'How to Pay'}
      // Who pays although all of it was announced, pays all of it.
      cents={isTold ? dueCentsOf(order.payment) : openCents}
      reference={paymentReference(order.id)}
      note={bank && isHeldBriefly(order) ? transferTakesLonger : null}
    />
  ) : null;
  const reference = referenceOf(order);
  const paymentStatus = paymentStatusOf(order);
  const paidApart =
    order.status === 'cancelled' || order.word === 'refunded'
      ? null
      : deliveryPaidApart(order.delivery, haveAllGoodsLeft(order));
  const willBeDelivered = message.heading === 'Order Confirmation';
  return (
    <>
      {isAtPhone(order) ? mpesa : null}
      {announcedCents > 0 ? (
        <Notice tone="info" title={`We have been told of ${formatCents(announcedCents)} by M-Pesa`}>
          {isTold
            ? 'We are checking it with Safaricom. You need not pay again.'
            : `We are checking it with Safaricom. ${formatCents(openCents)} is still to be paid.`}
        </Notice>
      ) : null}
      <Notice tone={message.tone} announce="status" title={message.title}>
        <p>{message.sentence}</p>
        {nextStep === 'call' ? <ContactLines /> : null}
      </Notice>
      {isPaidHere && announcedCents === 0 ? beforePay : null}
      <div className="actions screen-only">
        {isPaidHere && announcedCents === 0 ? pay : null}
        <Button
          variant={nextStep === 'track' ? 'primary' : 'secondary'}
          aria-expanded={isTracking}
          aria-controls={trackId}
          onClick={() => setIsTracking(!isTracking)}
        >
          Track Order
        </Button>
        {order.view === 'reduced' ? null : <PaperLink order={order} />}
      </div>
      {message.tone === 'error' && nextStep !== 'call' ? <ContactLines /> : null}
      {announcedCents === 0 && isPaidHere ? mpesa : null}
      {isTold ? null : otherWays}
      {announcedCents > 0 && (isPaidHere || (isAsked && isTold)) ? (
        <details className="screen-only">
          <summary className="target">Pay in Another Way</summary>
          <div className="stack gap-4">
            {isPaidHere ? (
              <p>{`Here you pay all of ${dueSum(order.payment)}, since nothing is confirmed yet. What is too much then goes back to you.`}</p>
            ) : null}
            {payHere}
            {isTold ? otherWays : null}
          </div>
        </details>
      ) : null}
      <section id={trackId} className="stack gap-3" hidden={!isTracking} aria-label="Progress of the order">
        {isTracking ? (
          <>
            <OrderProgress order={order} />
            <OrderParcels parcels={order.shipments} items={order.items} />
          </>
        ) : null}
      </section>
      <dl className="card stack divided">
        <Fact label="Order Number">
          <span className="mono">{fullOrderNumber(order.id)}</span>
          {reference ? <small className="block muted light">{unbroken(reference)}</small> : null}
        </Fact>
        {order.company ? (
          <Fact label="Ordered For">
            <span className="breaks">{companyText(order.company)}</span>
          </Fact>
        ) : null}
        <Fact label="Payment Status">
          <StatusBadge tone={badgeTones[message.tone]}>{paymentStatus}</StatusBadge>
          {message.money === paymentStatus ? null : (
            <span className="block muted light">{message.money}</span>
          )}
        </Fact>
        <Fact label="Total Amount">
          <Price amount={order.totalAmount} />
        </Fact>
        {rest === null ? null : (
          <Fact label={laterCents > 0 ? 'To Be Paid Now' : 'Still to Be Paid'}>
            <span>{formatCents(rest)}</span>
          </Fact>
        )}
        {laterCents > 0 ? (
          <Fact label="When It Has Come">
            <span>{formatCents(laterCents)}</span>
          </Fact>
        ) : null}
        {/* A stored order may not say it. */}
        {order.payment.refunds?.map(({ cents, day, method, reference }, place) => (
          // Two of one day may have no reference.
          <Fact key={place} label="Given Back">
            <span>{formatCents(cents)}</span>
            <small className="block muted light">
              {unbroken(
                `On ${formatDay(day)} ${byMethod[method]}${reference ? `, reference ${reference}` : ''}`,
              )}
            </small>
          </Fact>
        ))}
        {willBeDelivered && order.delivery.promise && !isOnlyWork(order.items) ? (
          <Fact label={isCollectedAtShop(order.delivery) ? 'Delivery' : 'Estimated Delivery'}>
            <span>{unbroken(deliveryTime(order.delivery))}</span>
            {isCollectedAtShop(order.delivery) ? null : (
              <small className="block muted light">{unbroken(deliveryOfOrder(order.delivery))}</small>
            )}
          </Fact>
        ) : null}
        <Fact label="Ordered">
          <time dateTime={order.createdAt}>{formatDayAndTime(order.createdAt)}</time>
        </Fact>
      </dl>
      <section className="stack gap-3">
        <h2 className="size-h4">Items</h2>
        <OrderItems items={order.items} delivery={order.delivery} />
        {paidApart === null || isOnlyWork(order.items) ? null : (
          <p className="quiet">{`Delivery: ${paidApart}.`}</p>
        )}
        {order.view === 'reduced' && (order.paper === 'proforma' || order.paper === 'invoice') ? (
          <LinkedPaperForm orderId={order.id} kind={order.paper} />
        ) : null}
      </section>
      {order.view === 'full' || (order.view === 'reduced' && whatsapp) ? (
        <details className="screen-only">
          <summary className="target">More</summary>
          <div className="stack gap-2 at-start">
            <WhatsAppChat message={`This is about my order ${fullOrderNumber(order.id)}.`}>
              Ask about this order on WhatsApp
            </WhatsAppChat>
            {order.view === 'full' ? (
              <>
                <OrderSharing order={order} />
                <p className="muted">
                  {`Anyone with its link can open ${nextStep === 'pay' ? 'and pay ' : ''}this order, without seeing your name, phone and address.`}
                </p>
                <RenewLink orderId={order.id} />
              </>
            ) : null}
            {canCancel(order) ? <CancelOrder orderId={order.id} /> : null}
          </div>
        </details>
      ) : null}
      {willBeDelivered ? (
        <section className="stack gap-3">
          <h2 className="size-h4">Next Steps</h2>
          <ol className={`stack gap-2 ${styles.next}`}>
            {deliverySteps(order, nextStep).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      ) : null}
      <p className="screen-only">
        <Link to="/">Continue Shopping</Link>
      </p>
    </>
  );
}

/** Loaded where whoever has the link alone may have a paper: its schema needs yup. */
const LinkedPaperForm = promptPart('LinkedPaperForm', () => import('./papers/linked-paper-form.tsx'));

const dayMs = 24 * 3_600_000;

/** Not as long as a bank transfer takes. */
const isHeldBriefly = ({ payment: { heldUntil } }: Order) =>
  heldUntil !== null && Date.parse(heldUntil) < Date.now() + dayMs;

const transferTakesLonger =
  'A bank transfer takes longer than the items are kept for you. Call us before you send it.';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={`row gap-4 spread ${styles.fact}`}>
      <dt>{label}</dt>
      <dd className="rigid strong text-end">{children}</dd>
    </div>
  );
}

/** By what its payment is found; null when there is nothing yet. */
function referenceOf({ payment: { method, reference, prompt } }: Order): string | null {
  if (prompt?.isPaid && !prompt.hasReceipt) return 'M-Pesa, receipt to follow';
  if (!reference || !method) return null;
  const name = method === 'mpesa' ? 'M-Pesa receipt' : isWithheld(method) ? 'Certificate' : 'Bank reference';
  return `${name}: ${reference}`;
}

/** The badge says `Paid` or `Processing`: no red beside these. */
const badgeTones = { success: 'good', warning: 'wait', error: 'neutral', info: 'neutral' } as const;

function RenewLink({ orderId }: { orderId: string }) {
  const renew = useRenewOrderLink();
  // Not with the callbacks of `mutate`: they are not called for somebody who has left the page meanwhile.
  const onAct = async () => {
    try {
      await renew.mutateAsync(orderId);
      showToast({ title: 'New link made', description: 'Earlier links of this order no longer work.' });
    } catch (error) {
      showFailure('The link was not renewed', error);
    }
  };
  return (
    <AskFirst
      label="Make a New Link"
      name="Make a new link?"
      question="All earlier links of this order stop working, also those in messages. Make a new one?"
      keep="Keep the Link"
      act="Make a New Link"
      isBusy={renew.isPending}
      onAct={onAct}
    />
  );
}

/** `KES 1,500 is to be paid by 28 Dec 2026.` */
function toPay({ payment }: Order): string {
  const certificate = certificateText(payment);
  if (certificate) return certificate;
  if (isAllAnnounced(payment)) return 'Your payment is not confirmed yet.';
  const { day, isLate } = owedWhen(payment) ?? {};
  return `${formatCents(openCentsOf(payment))} ${isLate ? 'was' : 'is'} to be paid${day ? ` by ${day}` : ''}.`;
}

function deliverySteps(order: Order, nextStep: string): string[] {
  if (order.status === 'completed') {
    const isDone = order.shipments.some(({ isWork }) => isWork);
    // Once the work is done the goods may well be there, whatever was written down of their parcel.
    const where = !isOnItsWay(order) ? 'Delivered' : isDone ? 'Sent' : 'On its way';
    const delivered = isCollectedAtShop(order.delivery)
      ? 'Collected at our shop.'
      : order.view !== 'reduced'
        ? `${where} to: ${order.customerAddress}`
        : `${where}.`;
    return [
      ...(order.word === 'owed' ? [toPay(order)] : []),
      ...(isOnlyWork(order.items) ? [] : [delivered]),
      ...(isDone || isOnlyWork(order.items) ? ['Our work is done.'] : []),
    ];
  }
  const terms = onAccount(order.payment);
  const call = `We call ${order.customerPhone ?? (order.view === 'reduced' ? '' : 'you ')}`.trimEnd();
  const delivery = isOnlyWork(order.items)
    ? [`${call} to agree on the day.`]
    : isCollectedAtShop(order.delivery)
      ? [isWorkLeft(order) ? `${call} to agree on the day of our work.` : 'You collect it at our shop.']
      : [
          ...(isOnItsWay(order) ? ['A parcel of it is on its way.'] : []),
          ...(isWorkLeft(order)
            ? [`${call} to agree on the day of our work.`]
            : isOnItsWay(order)
              ? []
              : [`${call} to arrange delivery.`]),
          ...(order.view === 'reduced' ? [] : [`We deliver to: ${order.customerAddress}`]),
        ];
  const later = order.payment.laterCents;
  return [
    order.word === 'to_order'
      ? `We write to you when what is to order has come.${later > 0 ? ` Then ${formatCents(later)} is to be paid.` : ''}`
      : order.word === 'paid'
        ? `We have your payment.${order.shipments.length > 0 || isWorkLeft(order) ? '' : ` Your order is processed ${processedWhen(order.delivery)}.`}`
        : order.word === 'owed' || order.word === 'added' || isOnlyWithheld(order.payment)
          ? toPay(order)
          : terms
            ? `${terms} Your order is processed ${processedWhen(order.delivery)}.`
            : nextStep === 'pay' && order.payment.laterCents > 0
              ? orderedThen(dueSum(order.payment), formatCents(order.payment.laterCents))
              : nextStep === 'pay' && !isAllAnnounced(order.payment)
                ? `${restDue(order) === null ? 'You have not paid yet.' : 'A part is still to be paid.'} Your order is processed ${processedWhen(order.delivery, 'payment')}.`
                : `Your payment is not confirmed yet. Your order is processed ${processedWhen(order.delivery, 'confirmation')}.`,
    ...delivery,
  ];
}
