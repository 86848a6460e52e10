import type { OrderDetails, OrderRow } from '@contract/admin-orders.ts';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { LogoMark } from '#components/page/logo.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { companyText } from '#orders/company-text.ts';
import { fullOrderNumber } from '@contract/order-number.ts';
import { shownPhone } from '@contract/shop-details.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { BackLink } from '#dashboard/components/back-link.tsx';
import styles from './print-sheet.module.css';

type Fact = readonly [label: string, value: string];
type Item = OrderDetails['order']['items'][number];

type PrintSheetProps = {
  details: Pick<OrderDetails, 'order' | 'models'>;
  /** The sheet's title, e.g. `Receipt`. */
  title: string;
  /** Shown below the title, after the order's number and day. */
  facts?: readonly Fact[];
  /** The heading of the customer's details, e.g. `Deliver to`. */
  party: string;
  withEmail?: boolean;
  /** With a check box before each product. */
  withBoxes?: boolean;
  /** Printed below the name of a product: its serial numbers. */
  noteOf?(item: Item): string | undefined;
  /** The figures of each product, and their totals; the label of the total spans the first columns. */
  figures: readonly { head: string; of(item: Item): ReactNode; total?: ReactNode }[];
  totalLabel: string;
  /** Rows between the products and the total: the delivery, if it is part of the total. */
  extra?: { label: string; amount: string } | null;
  /** Rows below the total: what became of it. */
  afterTotal?: readonly Fact[];
  /** Printed across the whole page: `UNPAID`. */
  stamp?: string | null;
  /** Below the table. */
  children: ReactNode;
};

/** Shown above the sheets, not printed: links back to the order and to the same as a PDF, and the print button. */
export function PrintBar({ back, pdf }: { back: { to: string; label: string }; pdf?: ReactNode }) {
  return (
    <div className={classNames('cluster spread gap-3 full', styles.bar)}>
      <BackLink to={back.to}>{back.label}</BackLink>
      <span className="flex gap-4 wrap">
        {pdf}
        <Button icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
          Print
        </Button>
      </span>
    </div>
  );
}

/** An A4 sheet for one order, with the shop's letterhead. Each sheet is printed on its own page. */
export function PrintSheet(props: PrintSheetProps) {
  const {
    details,
    title,
    facts = [],
    party,
    withEmail,
    withBoxes,
    noteOf,
    figures,
    totalLabel,
    extra,
    afterTotal = [],
    stamp,
    children,
  } = props;
  const { order, models } = details;
  const shop = useShopDetails();
  const totals = figures.filter(({ total }) => total !== undefined);
  const columns = figures.length + (withBoxes ? 2 : 1);
  return (
    <article className={classNames('anchor stack gap-6 packed full small', styles.sheet)} data-print-sheet>
      {stamp ? <p className={styles.stamp}>{stamp}</p> : null}
      <header className={classNames('flex wrap spread breaks', styles.head)}>
        <div>
          <p className={classNames('row gap-2', styles.name)}>
            <LogoMark />
            {shop.name}
          </p>
          <p>{shop.address}</p>
          <p>{shop.phones.map(shownPhone).join(' · ')}</p>
          <p>{shop.email}</p>
          {shop.pin ? <p>KRA PIN {shop.pin}</p> : null}
        </div>
        <div className={styles.what}>
          <h1 tabIndex={-1}>{title}</h1>
          <Facts facts={[...orderFacts(order), ...facts]} />
        </div>
      </header>
      <address className="stack gap-0">
        <span className="quiet">{party}</span>
        <strong className="size-lead">{order.customerName}</strong>
        {order.company ? <span>{companyText(order.company)}</span> : null}
        <span>{order.customerAddress}</span>
        <span>{order.customerPhone}</span>
        {withEmail ? <span>{order.customerEmail}</span> : null}
      </address>
      <table className={classNames('ink-line-above', styles.lines, !withBoxes && styles.priced)}>
        <thead>
          <tr>
            {withBoxes ? (
              <th scope="col" className={styles.tick}>
                Packed
              </th>
            ) : null}
            <th scope="col">Product</th>
            {figures.map(({ head }) => (
              <th key={head} scope="col" className={classNames('one-line text-end', styles.number)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              {withBoxes ? (
                <td>
                  <span className={classNames('block', styles.box)} />
                </td>
              ) : null}
              <th scope="row" className="light">
                {item.productName}
                {models[item.productId] ? (
                  <span className="block quiet mono">{models[item.productId]}</span>
                ) : null}
                {noteOf?.(item) ? <span className="block breaks">Serial numbers: {noteOf(item)}</span> : null}
              </th>
              {figures.map(({ head, of }) => (
                <td key={head} className={classNames('one-line text-end', styles.number)}>
                  {of(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {extra ? <AmountRow columns={columns} label={extra.label} amount={extra.amount} /> : null}
          <tr>
            <th scope="row" colSpan={columns - totals.length}>
              {totalLabel}
            </th>
            {totals.map(({ head, total }) => (
              <td key={head} className={classNames('one-line text-end', styles.number)}>
                {total}
              </td>
            ))}
          </tr>
          {afterTotal.map(([label, amount]) => (
            <AmountRow key={label} columns={columns} label={label} amount={amount} />
          ))}
        </tfoot>
      </table>
      {children}
    </article>
  );
}

function AmountRow({ columns, label, amount }: { columns: number; label: string; amount: string }) {
  return (
    <tr>
      <th scope="row" colSpan={columns - 1}>
        {label}
      </th>
      <td className={classNames('one-line text-end', styles.number)}>{amount}</td>
    </tr>
  );
}

/** A list of labels and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classNames('stack gap-0', styles.facts)}>
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-2">
          <dt>{label}</dt>
          <dd className="breaks tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const orderFacts = ({ id, createdAt }: Pick<OrderRow, 'id' | 'createdAt'>): Fact[] => [
  ['Order', fullOrderNumber(id)],
  ['Ordered', formatDayAndTime(createdAt)],
];
