import type { CustomerDetails, CustomerOrder } from '@contract/admin-customers.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { Mail, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { type Column, DataTable } from '#components/tables/data-table.tsx';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { Facts } from '#dashboard/components/facts.tsx';
import { Moment } from '#dashboard/components/moment.tsx';
import { moneyColumn } from '#dashboard/components/money-column.tsx';
import { NoteForm } from '#dashboard/components/note-form.tsx';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { channelLabels, kindLabels, stateText } from '#dashboard/lib/message-text.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { orderNumber } from '@contract/order-number.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import styles from './customer-screen.module.css';
import { CustomerTerms } from './customer-terms.tsx';

type CustomerScreenProps = {
  /** Of one of the buyer's orders, or of terms. */
  id: string;
  /** Links that open a message about an order, with its text. */
  writeAbout(order: CustomerOrder): ReactNode;
};

/** One buyer, or all of an organisation: contacts, money, orders, notes and messages. */
export function CustomerScreen({ id, ...rest }: CustomerScreenProps) {
  const back = <BackLink to="/admin/customers">All customers</BackLink>;
  const query = useSql('customer_details', { p_id: id }, { of: id });
  return (
    <Loaded query={query} what="the customer" back={back}>
      {(customer) =>
        customer === null ? (
          <EmptyState
            title="There is no such customer"
            description="No order and no terms have this number, or the buyer was erased."
            action={<LinkButton to="/admin/customers">All customers</LinkButton>}
          />
        ) : (
          <>
            {back}
            <Customer customer={customer} id={id} {...rest} />
          </>
        )
      }
    </Loaded>
  );
}

type PartProps = { customer: CustomerDetails; id: string };

function Customer({ customer, id, writeAbout }: PartProps & Pick<CustomerScreenProps, 'writeAbout'>) {
  const may = useMay();
  const { company, contacts, hasAccount, money, notes, terms } = customer;
  const hasOrdered = money.orders > 0;
  return (
    <article className={`stack gap-5 ${styles.customer}`}>
      <header className="cluster gap-4 whole-row">
        <h2 className="breaks">{company?.name ?? contacts[0]?.name}</h2>
        <span className="quiet">
          {[company && `KRA PIN ${company.pin}`, hasOrdered && (hasAccount ? 'Has an account' : 'Guest')]
            .filter(Boolean)
            .join(', ')}
        </span>
      </header>
      <div className={`stack gap-5 packed ${styles.side}`}>
        {hasOrdered ? <Contacts customer={customer} /> : null}
        {hasOrdered && may('messages') ? <Write customer={customer} writeAbout={writeAbout} /> : null}
        <Facts
          facts={[
            hasOrdered && [
              'Ordered',
              `${formatKes(money.orderedAmount)} in ${counted(money.orders, 'order')}`,
            ],
            hasOrdered && ['Paid', formatCents(money.paidCents)],
            hasOrdered && ['Refunded', formatCents(money.refundedCents)],
            money.creditedCents > 0 && ['Credited', formatCents(money.creditedCents)],
            money.withheldCents > 0 && ['Withheld as tax', formatCents(money.withheldCents)],
            money.writtenOffCents > 0 && ['Written off', formatCents(money.writtenOffCents)],
            hasOrdered && ['Still to pay', <strong key="d">{stillToPay(money)}</strong>],
            terms && ['On account', `${counted(terms.days, 'day')}, limit ${formatKes(terms.limit)}`],
          ]}
        />
        {customer.canHaveTerms && may('orders.special_price') ? (
          <CustomerTerms terms={terms} id={id} accountEmail={company ? undefined : customer.accountEmail} />
        ) : null}
        {hasOrdered && may('payments.read') ? (
          <Link
            to={`/admin/customers/${customer.orders[0]?.id ?? id}/statement`}
            className="inline-row target"
          >
            Statement of account
          </Link>
        ) : null}
      </div>
      <div className={`stack gap-6 packed ${styles.main}`}>
        {hasOrdered ? (
          <DataTable
            caption="Orders"
            columns={orderColumns}
            rows={customer.orders}
            rowKey={(order) => order.id}
          />
        ) : (
          <p className="muted">No orders yet.</p>
        )}
        {money.orders > customer.orders.length ? (
          <p className="muted">{`The latest ${customer.orders.length} of ${counted(money.orders, 'order')}.`}</p>
        ) : null}
        {hasOrdered ? (
          <>
            <section className="stack gap-4" aria-labelledby="customer-notes">
              <h3 id="customer-notes">Notes</h3>
              {may('customers.write') ? (
                <NoteForm
                  about={`customer.${id}`}
                  label="Note about the customer"
                  save={(noteId, text) =>
                    callSql('add_customer_note', { p_order_id: id, p_id: noteId, p_text: text })
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
          </>
        ) : null}
      </div>
    </article>
  );
}

const orderColumns: Column<CustomerOrder>[] = [
  {
    header: 'Order',
    onPhone: 'name',
    opens: true,
    cell: ({ id }) => (
      <Link to={`/admin/orders/${id}`} className="strong mono">
        #{orderNumber(id)}
      </Link>
    ),
  },
  { header: 'Ordered', onPhone: 'line', cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    header: 'Status',
    onPhone: 'state',
    cell: (order) => (
      <span className="inline-row wrap gap-1">
        <OrderStatusBadge of={order} />
      </span>
    ),
  },
  {
    header: 'Total',
    align: 'end',
    onPhone: 'figure',
    cell: ({ totalAmount }) => formatKes(totalAmount),
  },
  moneyColumn('Paid', ({ paidCents }) => paidCents),
  moneyColumn('Refunded', ({ refundedCents }) => refundedCents),
  moneyColumn('Still to pay', ({ dueCents }) => Math.max(dueCents, 0)),
];

/** Of what has left it is owed; the rest is to be paid when it leaves, or before. */
const stillToPay = ({ dueCents, owedCents, expectedCents }: CustomerDetails['money']) =>
  [
    owedCents > 0 && owedCents < dueCents
      ? `${formatCents(owedCents)} owed, ${formatCents(dueCents - owedCents)} not sent yet`
      : formatCents(dueCents),
    expectedCents > 0 && `${formatCents(expectedCents)} of it is expected to be withheld`,
  ]
    .filter(Boolean)
    .join('; ');

function Contacts({ customer: { company, contacts } }: Pick<PartProps, 'customer'>) {
  return (
    <section className="stack gap-4" aria-label="Contact">
      {contacts.map(({ name, email, phone, address }) => (
        <address key={`${email} ${phone}`} className="stack gap-1 at-start breaks icons-18">
          {company || contacts.length > 1 ? <strong>{name}</strong> : null}
          {phone ? (
            <a href={`tel:${phone}`} className="inline-row gap-2 target">
              <Phone />
              {phone}
            </a>
          ) : null}
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

function Messages({ customer: { messages } }: Pick<PartProps, 'customer'>) {
  const may = useMay();
  return (
    <section className="stack gap-3" aria-labelledby="customer-messages">
      <h3 id="customer-messages">Messages</h3>
      <ul className="stack divided">
        {messages.map(({ id, kind, channel, recipient, at, orderId, ...message }) => (
          <li key={id} className="pad-y-2 breaks">
            {may('messages') ? (
              <Link to={`/admin/messages?message=${id}`}>{kindLabels[kind]}</Link>
            ) : (
              kindLabels[kind]
            )}
            <span>{`, ${channelLabels[channel]} to ${recipient}: `}</span>
            <span>{stateText(message)}</span>
            <span className="block muted">
              <Moment at={at} />
              <span>{`, order #${orderNumber(orderId)}`}</span>
            </span>
          </li>
        ))}
        {messages.length === 0 ? <li className="muted">No messages yet.</li> : null}
      </ul>
    </section>
  );
}
