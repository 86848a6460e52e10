import type { OwnerTask } from '@contract/admin.ts';
import { taskTitle } from '@contract/owner-task-text.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { slipItems } from '@contract/packing-slip.ts';
import { packingSlipAddress } from '@contract/papers.ts';
import { Mail, MapPin, Phone } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { companyText } from '#orders/company-text.ts';
import { fullOrderNumber, orderNumber } from '@contract/order-number.ts';
import { isWorkLeft } from '@contract/shipments.ts';
import { isOnItsWay } from '#orders/parcel-text.ts';
import { PaperLink, PaperPdfLink, PdfLink } from '#orders/paper-link.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { CustomerLink } from '#dashboard/components/customer-link.tsx';
import { NoteForm, noteDraft } from '#dashboard/components/note-form.tsx';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { closeTaskLabel } from '#dashboard/lib/task-outcome-text.ts';
import { useMay, useMayOpen } from '#dashboard/lib/use-may.ts';
import { statementsPage } from '../complete/complete-dialog.tsx';
import { moneyStateOf } from '../order-money.ts';
import { NoSuchOrder } from '../no-such-order.tsx';
import { InvoiceNow, notePrint, OrderPapers } from '../papers/order-papers.tsx';
import { FittingPayments, MpesaLines, OrderReminders } from '../payment/payment-lines.tsx';
import { RecordedPayments } from '../payment/recorded-payments.tsx';
import { OrderParcels } from '../parcels/order-parcels.tsx';
import type { ParcelToSend } from '../parcels/parcel-dialog.tsx';
import { OrderLinkActions } from './order-link-actions.tsx';
import { OrderContents } from './order-contents.tsx';
import { useOrderDetails } from './order-details-query.ts';
import { nextStepOf } from './next-step.ts';
import styles from './order-screen.module.css';
import { movablePayment, OrderSteps } from './order-steps.tsx';
import { OrderMessages, OrderTimeline } from './order-timeline.tsx';

type OrderScreenProps = {
  orderId: string;
  /** The page of the table that was open before. */
  backTo: string;
  /** The form that is to be open. */
  opened: OpenedForm | null;
  onOpenForm(form: OpenedForm): void;
  onOpenMessage(id: string): void;
  onCloseTask(task: OwnerTask): void;
};

/** One order: customer, items, payment, next steps and timeline. */
export function OrderScreen({ orderId, backTo, ...rest }: OrderScreenProps) {
  const back = <BackLink to={backTo}>All orders</BackLink>;
  return (
    <Loaded query={useOrderDetails(orderId)} what="the order" back={back}>
      {(details) =>
        details === null ? (
          <NoSuchOrder backTo={backTo} />
        ) : (
          <>
            {back}
            <Order details={details} {...rest} />
          </>
        )
      }
    </Loaded>
  );
}

function Order({
  details,
  opened,
  onOpenForm,
  onOpenMessage,
  onCloseTask,
}: { details: OrderDetails } & Omit<OrderScreenProps, 'orderId' | 'backTo'>) {
  const { order, toSend, tasks, models, specialPrices, timeline } = details;
  const may = useMay();
  const mayOpen = useMayOpen();
  const money = moneyStateOf(details);
  const next = nextStepOf(details, may);
  const [sending, setSending] = useState<ParcelToSend | null>(null);
  // By its key it is the same part above and below, so that its dialog is closed by what it has sent.
  const parcels = (
    <OrderParcels key="parcels" details={details} next={next} opened={sending} onOpen={setSending} />
  );
  return (
    <article className={`stack gap-5 ${styles.order}`}>
      <header className="cluster gap-4 whole-row">
        <h2 className={styles.title}>{`Order #${orderNumber(order.id)}`}</h2>
        {toSend && isWorkLeft(order) ? (
          <StatusBadge tone="work">To do</StatusBadge>
        ) : toSend ? (
          <StatusBadge tone={toSend.isLate ? 'late' : 'work'}>To send</StatusBadge>
        ) : order.status === 'completed' && isOnItsWay(order) ? (
          <StatusBadge tone="work">On its way</StatusBadge>
        ) : null}
        <OrderStatusBadge of={order} />
        <time dateTime={order.createdAt} className="quiet tabular">
          {formatDayAndTime(order.createdAt)}
        </time>
        <PrintLinks details={details} />
      </header>
      <div className="stack gap-4 packed">
        <Notice
          tone={money.tone}
          title={money.title}
          announce="status"
          action={
            details.takenBack && mayOpen(statementsPage) ? (
              <LinkButton variant="secondary" to={statementsPage}>
                Answer the line of the statement
              </LinkButton>
            ) : null
          }
        >
          {money.sentence}
        </Notice>
        <MpesaLines
          payment={order.payment}
          transaction={details.transaction}
          announced={details.announced}
          onConfirm={onOpenForm}
        />
        {tasks.map((task) => (
          <Notice
            key={task.id}
            tone="warning"
            announce="none"
            title={taskTitle(task)}
            action={
              <span className="cluster gap-3">
                {task.kind === 'overpaid' && details.refundable.length > 0 && may('refunds') ? (
                  <Button variant="secondary" onClick={() => onOpenForm({ form: 'refund' })}>
                    Record a Refund
                  </Button>
                ) : null}
                {task.kind === 'overpaid' && movablePayment(details) && may('payments.record') ? (
                  <Button variant="secondary" onClick={() => onOpenForm({ form: 'move' })}>
                    Give to Another Order
                  </Button>
                ) : null}
                {task.kind === 'payment_reversed' && order.payment.dueAmount > 0 && may('payments.record') ? (
                  <Button variant="secondary" onClick={() => onOpenForm({ form: 'payment' })}>
                    Record a Payment
                  </Button>
                ) : null}
                {may('refunds') ? (
                  <Button
                    variant={task.kind === 'overpaid' ? 'quiet' : 'secondary'}
                    onClick={() => onCloseTask(task)}
                  >
                    {closeTaskLabel(task)}
                  </Button>
                ) : null}
                {task.transactionId ? (
                  <LinkButton variant="quiet" to={`/admin/transactions?transaction=${task.transactionId}`}>
                    {task.method === 'card' ? 'What the bank said' : 'View payment'}
                  </LinkButton>
                ) : null}
              </span>
            }
          />
        ))}
        {next === 'handOver' ? parcels : null}
        <FittingPayments orderId={order.id} payments={details.fitting} />
        <OrderSteps details={details} next={next} opened={opened} onSend={setSending} />
        <OrderContents order={order} models={models} specialPrices={specialPrices} />
        {next === 'handOver' ? null : parcels}
        <RecordedPayments details={details} />
        <OrderReminders details={details} />
      </div>
      <div className={`stack gap-5 packed ${styles.side}`}>
        <Customer details={details} />
        <OrderPapers orderId={order.id} papers={details.papers} />
        <OrderMessages events={timeline} onOpenMessage={onOpenMessage} />
      </div>
      <section className="stack gap-4 packed" aria-labelledby="order-story">
        <h3 id="order-story">What happened</h3>
        <details open={noteDraft(order.id).recall() !== null}>
          <summary className="pad-y-2">Write a note</summary>
          <NoteForm
            key={order.id}
            about={order.id}
            label="Note for the shop"
            save={(id, text) => callSql('add_order_note', { p_order_id: order.id, p_id: id, p_text: text })}
          />
        </details>
        <OrderTimeline events={timeline} />
      </section>
    </article>
  );
}

function Customer({ details: { order, seller, quotation } }: { details: OrderDetails }) {
  const may = useMay();
  const subject = encodeURIComponent(`Your order ${fullOrderNumber(order.id)}`);
  return (
    <section className="stack gap-2" aria-labelledby="order-customer">
      <h3 id="order-customer">Customer</h3>
      <address className="stack gap-1 at-start breaks icons-18">
        <strong>
          <CustomerLink orderId={order.id} name={order.customerName} />
        </strong>
        {order.company ? <span>{companyText(order.company)}</span> : null}
        {order.customerPhone ? (
          <a href={`tel:${order.customerPhone}`} className="inline-row gap-2 target">
            <Phone />
            {order.customerPhone}
          </a>
        ) : null}
        {order.customerEmail ? (
          <a href={`mailto:${order.customerEmail}?subject=${subject}`} className="inline-row gap-2 target">
            <Mail />
            {order.customerEmail}
          </a>
        ) : null}
        <span className="inline-row gap-2 target">
          <MapPin />
          {order.customerAddress}
        </span>
      </address>
      <p className="muted">{order.userId ? 'Has an account.' : 'Ordered as a guest.'}</p>
      {seller || quotation ? <p className="muted">{madeByText({ seller, quotation })}</p> : null}
      {quotation ? (
        <p className="breaks">
          <Link to={`/admin/orders/quotations/${quotation.id}`}>{`Quotation ${quotation.number}`}</Link>
          {quotation.reference ? <span>{`, buyer’s reference ${quotation.reference}`}</span> : null}
        </p>
      ) : null}
      {may('messages') ? (
        <details>
          <summary className="target">Write to the buyer</summary>
          <OrderLinkActions order={order} />
        </details>
      ) : null}
    </section>
  );
}

/** Who made an order, or its quotation, where the buyer did not make it alone. */
function madeByText({ seller, quotation }: Pick<OrderDetails, 'seller' | 'quotation'>): string {
  const nameOf = ({ name }: NonNullable<typeof seller>) => name ?? 'a deleted account';
  if (!quotation) return seller ? `By phone or at the counter, with ${nameOf(seller)}.` : '';
  const quoted = quotation.seller ? `Quoted by ${nameOf(quotation.seller)}.` : 'Asked for by the buyer.';
  return seller && seller.id !== quotation.seller?.id
    ? `${quoted} Accepted for them by ${nameOf(seller)}.`
    : quoted;
}

function PrintLinks({ details }: { details: OrderDetails }) {
  const { order, papers } = details;
  const may = useMay();
  return (
    <p className={`flex gap-4 wrap ${styles.prints}`}>
      {order.status === 'cancelled' || slipItems(details, undefined).length === 0 ? null : (
        <PdfLink address={packingSlipAddress([order.id])}>Packing slip (PDF)</PdfLink>
      )}
      {order.paper !== 'invoice' ? <PaperLink order={order} /> : null}
      {order.paper === 'invoice_tonight' && may('payments.record') ? <InvoiceNow orderId={order.id} /> : null}
      {order.paper === 'invoice' || papers.length > 0 ? (
        <PaperPdfLink orderId={order.id} kind="invoice" onOpen={() => notePrint(order.id)} />
      ) : null}
    </p>
  );
}
