import type { CustomerDetails, CustomerOrder } from '@contract/admin-customers.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { Mail, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { classNames } from '#components/page/class-names.ts';
import { EmptyState } from '#components/page/empty-state.tsx';
import { type Column, DataTable } from '#components/tables/data-table.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Facts } from '#dashboard/components/facts.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { NoteForm } from '#dashboard/components/note-form.tsx';
import { QuotationBadge } from '#dashboard/components/quotation-badge.tsx';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { channelLabels, kindLabels, stateLabels } from '#dashboard/lib/message-text.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { orderNumber } from '@contract/order-number.ts';
import { useCustomer, useDecideCustomer } from './customer-queries.ts';
import styles from './customer-screen.module.css';

type CustomerScreenProps = {
  /** One of the buyer's orders. */
  orderId: string;
  /** Links that open a message about an order, with its text. */
  writeAbout(order: CustomerOrder): ReactNode;
};

/** One buyer: contact, money, orders, notes, messages, and who may be the same person. */
export function CustomerScreen({ orderId, ...rest }: CustomerScreenProps) {
  const back = <BackLink to="/admin/customers">All customers</BackLink>;
  return (
    <Loaded query={useCustomer(orderId)} what="the customer" back={back}>
      {(customer) =>
        customer === null ? (
          <EmptyState
            title="There is no such customer"
            description="No order has this number, or its buyer was erased."
            action={<LinkButton to="/admin/customers">All customers</LinkButton>}
          />
        ) : (
          <>
            {back}
            <Customer customer={customer} orderId={orderId} {...rest} />
          </>
        )
      }
    </Loaded>
  );
}

type PartProps = { customer: CustomerDetails; orderId: string };

function Customer({ customer, orderId, writeAbout }: PartProps & Pick<CustomerScreenProps, 'writeAbout'>) {
  const may = useMay();
  const { contacts, hasAccount, money, notes } = customer;
  return (
    <article className={classNames('stack gap-5', styles.customer)}>
      <header className="cluster gap-4 whole-row">
        <h2 className="breaks">{contacts[0]?.name}</h2>
        <span className="quiet">{hasAccount ? 'Has an account' : 'Guest'}</span>
      </header>
      <div className={classNames('stack gap-5 packed', styles.side)}>
        <Contacts customer={customer} />
        {may('messages') ? <Write customer={customer} writeAbout={writeAbout} /> : null}
        <Suggestions customer={customer} orderId={orderId} />
        <Facts
          facts={[
            ['Ordered', `${formatKes(money.orderedAmount)} in ${counted(money.orders, 'order')}`],
            ['Paid', formatCents(money.paidCents)],
            ['Refunded', formatCents(money.refundedCents)],
            ['Still to pay', <strong key="d">{formatKes(money.dueAmount)}</strong>],
          ]}
        />
        <Joined customer={customer} />
      </div>
      <div className={classNames('stack gap-6 packed', styles.main)}>
        <DataTable caption="Orders" columns={orderColumns} rows={customer.orders} rowKey={({ id }) => id} />
        {money.orders > customer.orders.length ? (
          <p className="muted">{`The latest ${customer.orders.length} of ${counted(money.orders, 'order')}.`}</p>
        ) : null}
        {customer.quotations.length > 0 ? (
          <DataTable
            caption="Quotations"
            columns={quotationColumns}
            rows={customer.quotations}
            rowKey={({ id }) => id}
          />
        ) : null}
        <section className="stack gap-4" aria-labelledby="customer-notes">
          <h3 id="customer-notes" tabIndex={-1}>
            Notes
          </h3>
          {may('customers.write') ? (
            <NoteForm
              about={`customer.${orderId}`}
              label="Note about the customer"
              save={(id, text) =>
                callSql('add_customer_note', { p_order_id: orderId, p_id: id, p_text: text })
              }
            />
          ) : null}
          <ul className="stack gap-4">
            {notes.map(({ id, text, createdAt, byName }) => (
              <li key={id} className="stack gap-1">
                <p className="card pad-row pre-wrap breaks">{text}</p>
                <p className="muted">
                  <Moment at={createdAt} />
                  <span>{` by ${byName ?? 'a deleted account'}`}</span>
                </p>
              </li>
            ))}
            {notes.length === 0 ? <li className="muted">No notes yet.</li> : null}
          </ul>
        </section>
        <Messages customer={customer} />
      </div>
    </article>
  );
}

const quotationColumns: Column<CustomerDetails['quotations'][number]>[] = [
  {
    header: 'Quotation',
    onPhone: 'title',
    cell: ({ id, number }) => (
      <Link to={`/admin/orders/quotations/${id}`} className="inline-row strong">
        {number}
      </Link>
    ),
  },
  { header: 'Asked for', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'State', cell: ({ state }) => <QuotationBadge state={state} /> },
  { header: 'Total', align: 'end', cell: ({ totalAmount }) => formatKes(totalAmount) },
];

const orderColumns: Column<CustomerOrder>[] = [
  {
    header: 'Order',
    onPhone: 'title',
    cell: ({ id }) => (
      <Link to={`/admin/orders/${id}`} className="inline-row strong mono">
        #{orderNumber(id)}
      </Link>
    ),
  },
  { header: 'Ordered', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { header: 'Total', align: 'end', cell: ({ totalAmount }) => formatKes(totalAmount) },
  {
    header: 'Paid',
    align: 'end',
    cell: ({ paidCents, refundedCents }) => (
      <>
        {formatCents(paidCents)}
        {refundedCents > 0 ? (
          <span className="block quiet">{`${formatCents(refundedCents)} refunded`}</span>
        ) : null}
      </>
    ),
  },
  {
    header: 'Still to pay',
    align: 'end',
    cell: ({ dueAmount }) => (dueAmount > 0 ? <strong>{formatKes(dueAmount)}</strong> : '–'),
  },
];

function Contacts({ customer: { contacts } }: Pick<PartProps, 'customer'>) {
  return (
    <section className="stack gap-4" aria-label="Contact">
      {contacts.map(({ name, email, phone, address }) => (
        <address key={`${email} ${phone}`} className="stack gap-1 at-start breaks icons-18">
          {contacts.length > 1 ? <strong>{name}</strong> : null}
          <a href={`tel:${phone}`} className="inline-row gap-2 target">
            <Phone />
            {phone}
          </a>
          {email ? (
            <a href={`mailto:${email}`} className="inline-row gap-2 target">
              <Mail />
              {email}
            </a>
          ) : null}
          <span className="inline-row gap-2 target">
            <MapPin />
            {address}
          </span>
        </address>
      ))}
    </section>
  );
}

function Write({
  customer: { orders },
  writeAbout,
}: Pick<PartProps, 'customer'> & Pick<CustomerScreenProps, 'writeAbout'>) {
  const [chosen, setChosen] = useState('');
  const order = orders.find(({ id }) => id === chosen) ?? orders[0];
  return (
    <section className="stack gap-2" aria-label="Write to the customer">
      {orders.length > 1 ? (
        <SelectField
          label="Write about order"
          value={order?.id ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          options={orders.map(({ id, totalAmount }) => ({
            value: id,
            label: `#${orderNumber(id)}, ${formatKes(totalAmount)}`,
          }))}
        />
      ) : null}
      {order ? writeAbout(order) : null}
    </section>
  );
}

function Suggestions({ customer: { suggestions }, orderId }: PartProps) {
  const may = useMay();
  const decide = useDecideCustomer();
  const act = (other: string, isSame: boolean) => () => decide.mutateAsync({ one: orderId, other, isSame });
  if (suggestions.length === 0) return null;
  return (
    <section className="card pad-3 stack gap-3" aria-labelledby="same-customer">
      <h3 id="same-customer">The same person?</h3>
      <ul className="stack gap-4">
        {suggestions.map((other) => (
          <li key={other.orderId} className="stack gap-2 at-start breaks">
            <span>
              <Link to={`/admin/customers/${other.orderId}`} className="inline-row target">
                {other.name}
              </Link>
              <span className="block quiet">
                {[other.phone, other.email, counted(other.orders, 'order')].filter(Boolean).join(', ')}
              </span>
            </span>
            {may('customers.write') ? (
              <span className="cluster gap-2">
                <RowAction
                  variant="secondary"
                  act={act(other.orderId, true)}
                  failureTitle="Not joined"
                  headingId="customer-notes"
                  aria-label={`Same person: ${other.email ?? other.name}`}
                >
                  Same person
                </RowAction>
                <RowAction
                  variant="quiet"
                  act={act(other.orderId, false)}
                  failureTitle="Not declined"
                  headingId="customer-notes"
                  aria-label={`Somebody else: ${other.email ?? other.name}`}
                >
                  Somebody else
                </RowAction>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Joined({ customer: { joined } }: Pick<PartProps, 'customer'>) {
  const may = useMay();
  const decide = useDecideCustomer();
  if (joined.length === 0) return null;
  return (
    <section className="stack gap-2" aria-labelledby="joined-customers">
      <h3 id="joined-customers">Joined by staff</h3>
      <ul className="stack gap-3">
        {joined.map(({ orderId, otherOrderId, known, byName, at }) => (
          <li key={orderId + otherOrderId} className="stack gap-1 at-start breaks">
            <span>{known.join(' and ')}</span>
            <span className="muted">
              <Moment at={at} />
              <span>{` by ${byName ?? 'a deleted account'}`}</span>
            </span>
            {may('customers.write') ? (
              <RowAction
                variant="quiet"
                act={() => decide.mutateAsync({ one: orderId, other: otherOrderId, isSame: false })}
                failureTitle="Not parted"
                headingId="customer-notes"
                aria-label={`Not the same person: ${known.join(' and ')}`}
              >
                Not the same person
              </RowAction>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Messages({ customer: { messages } }: Pick<PartProps, 'customer'>) {
  const may = useMay();
  return (
    <section className="stack gap-3" aria-labelledby="customer-messages">
      <h3 id="customer-messages">Messages</h3>
      <ul className="stack divided">
        {messages.map(({ id, kind, channel, recipient, state, reason, createdAt, orderId }) => (
          <li key={id} className="pad-y-2 breaks">
            {may('messages') ? (
              <Link to={`/admin/messages?message=${id}`}>{kindLabels[kind]}</Link>
            ) : (
              kindLabels[kind]
            )}
            <span>{`, ${channelLabels[channel]} to ${recipient}: `}</span>
            <span>{reason ? `${stateLabels[state]}: ${reason}` : stateLabels[state]}</span>
            <span className="block muted">
              <Moment at={createdAt} />
              <span>{`, order #${orderNumber(orderId)}`}</span>
            </span>
          </li>
        ))}
        {messages.length === 0 ? <li className="muted">No messages yet.</li> : null}
      </ul>
    </section>
  );
}
