import type { BankAgainstShop } from '@contract/admin-transactions.ts';
import { isDay } from '@contract/calendar-days.ts';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import { classNames } from '#components/page/class-names.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { keepPreviousData } from '@tanstack/react-query';
import {
  cameSentence,
  differenceSentence,
  differenceTitle,
  isBalanced,
  openOnDay,
  subjectOfRule,
} from './day-text.ts';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { useMayOpen } from '#dashboard/lib/use-may.ts';
import { listedOrderNumber } from '@contract/order-number.ts';

type DayPanelProps = {
  /** `YYYY-MM-DD` in Nairobi. */
  day: string;
  onDay(day: string): void;
};

/** One day, the bank against the shop: a line while they agree, and the orders at which they do not. */
export function DayPanel({ day, onDay }: DayPanelProps) {
  const compared = useSql('bank_against_shop_of_day', { p_day: day }, { placeholderData: keepPreviousData });
  const today = nairobiDay();
  const mayOpen = useMayOpen();
  return (
    <section id="day" className="stack gap-3" aria-label="The day’s reconciliation">
      <Loaded query={compared} what="this day">
        {(data) => (
          // Open where somebody chose a day, or has to look.
          <details
            key={differenceTitle(data, today)}
            open={!isBalanced(data) || openOnDay(data, today).length > 0 || day !== today || undefined}
            aria-busy={compared.isPlaceholderData || undefined}
            className="dims-stale"
          >
            <summary className={classNames('row target strong', isBalanced(data) ? 'ink' : 'bad')}>
              <span role="status">{differenceTitle(data, today)}</span>
            </summary>
            <div className="stack gap-2">
              <input
                key={day}
                type="date"
                aria-label="Day"
                className="input text-width"
                defaultValue={day}
                max={today}
                // A year is typed digit by digit: 0002, 0020, 0202, 2025.
                onBlur={({ target: { value } }) => isDay(value) && value <= today && onDay(value)}
              />
              <p>{[cameSentence(data), differenceSentence(data)].filter(Boolean).join(' ')}</p>
              <Differing {...data.differing} />
              {openOnDay(data, today).map(({ title, to }) =>
                mayOpen(to) ? (
                  <Link key={to} to={to} className="inline-row target">
                    {title}
                  </Link>
                ) : (
                  <p key={to}>{title}</p>
                ),
              )}
            </div>
          </details>
        )}
      </Loaded>
      <BrokenInvariantsNotice />
    </section>
  );
}

function Differing({ orders, count }: BankAgainstShop['differing']) {
  return orders.length > 0 ? (
    <ul className="stack gap-1 breaks">
      {orders.map(({ provider, orderId, bankCents, shopCents }) => (
        <li key={`${provider} ${orderId}`}>
          {orderId ? <OrderLink id={orderId} className="inline-row target" /> : <span>Without an order</span>}
          {`: ${provider === 'mpesa' ? 'Safaricom received' : 'the bank approved'} ${formatCents(bankCents)}, we account for ${formatCents(shopCents)}`}
        </li>
      ))}
      {count > orders.length ? <li>{`and ${count - orders.length} more`}</li> : null}
    </ul>
  ) : null;
}

/** The broken invariants of money and stock that the last check has found; nothing while there are none. */
function BrokenInvariantsNotice() {
  const { data, error } = useSql('broken_invariants', {});
  if (error) {
    return (
      <Notice tone="warning" title="We could not check money and stock" error={error}>
        {errorSentence(error)}
      </Notice>
    );
  }
  if (!data || data.count === 0) return null;
  return (
    <Notice tone="error" title={`${counted(data.count, 'problem')} with money or stock`}>
      <ul className="stack gap-1 breaks">
        {data.rows.map(({ broken, subject, detail }) => (
          <li key={`${broken} ${subject}`}>
            {broken.charAt(0).toUpperCase() + broken.slice(1)}:{' '}
            <SubjectLink broken={broken} subject={subject} /> ({detail})
          </li>
        ))}
        {data.count > data.rows.length ? <li>{`and ${data.count - data.rows.length} more`}</li> : null}
      </ul>
    </Notice>
  );
}

/** A link to the order, product or payment that breaks a rule. */
function SubjectLink({ broken, subject }: { broken: string; subject: string }) {
  const mayOpen = useMayOpen();
  switch (subjectOfRule[broken]) {
    case undefined:
      return <Link to={`/admin/orders/${subject}`}>order {listedOrderNumber(subject)}</Link>;
    case 'product':
      return mayOpen(`/admin/products/${subject}`) ? (
        <Link to={`/admin/products/${subject}`}>the product</Link>
      ) : (
        <code>{subject}</code>
      );
    case 'payment':
      return <Link to={`/admin/transactions?transaction=${subject}`}>the payment</Link>;
    default:
      return <code>{subject}</code>;
  }
}
