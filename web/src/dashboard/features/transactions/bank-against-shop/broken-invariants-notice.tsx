import type { BrokenInvariants } from '@contract/admin-transactions.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import styles from './day-panel.module.css';
import { brokenRuleTexts } from './day-text.ts';
import { classNames } from '#components/page/class-names.ts';
import { useBrokenInvariants, useCheckInvariants } from '#dashboard/lib/bank-against-shop-queries.ts';

/** The broken invariants of money and stock; a short line if there are none. */
export function BrokenInvariantsNotice() {
  const last = useBrokenInvariants();
  const check = useCheckInvariants();
  const data = latestOf(check.data, last.data);
  const error = check.error ?? (data ? null : last.error);
  const button = (
    <Button variant="quiet" className={styles.again} busy={check.isPending} onClick={() => check.mutate()}>
      Check now
    </Button>
  );
  if (error) {
    return (
      <Notice tone="warning" title="We could not check money and stock" action={button} error={error}>
        {errorSentence(error)}
      </Notice>
    );
  }
  if (!data) return <p className="row muted gap-3 gap-y-0 wrap spread">Checking money and stock…</p>;
  if (data.count === 0) {
    return (
      <div className="row muted gap-3 gap-y-0 wrap spread">
        <p>
          No rule about money or stock is broken, for any order or product. Checked{' '}
          {formatDayAndTime(data.checkedAt)}.
        </p>
        {button}
      </div>
    );
  }
  return (
    <Notice tone="error" title={`${counted(data.count, 'problem')} with money or stock`} action={button}>
      <ul className={classNames('stack gap-1 push-2 breaks', styles.orders)}>
        {data.rows.map(({ broken, subject, detail }) => (
          <li key={`${broken} ${subject}`}>
            {brokenRuleTexts[broken]?.[1] ?? broken}: <SubjectLink broken={broken} subject={subject} /> (
            {detail})
          </li>
        ))}
        {data.count > data.rows.length ? <li>{`and ${data.count - data.rows.length} more`}</li> : null}
      </ul>
    </Notice>
  );
}

const latestOf = (one: BrokenInvariants | undefined, other: BrokenInvariants | undefined) =>
  one && other && other.checkedAt > one.checkedAt ? other : (one ?? other);

/** A link to the order, product or payment that breaks a rule. */
function SubjectLink({ broken, subject }: { broken: string; subject: string }) {
  switch (brokenRuleTexts[broken]?.[0]) {
    case 'order':
      return <Link to={`/admin/orders/${subject}`}>order {listedOrderNumber(subject)}</Link>;
    case 'product':
      return <Link to={`/admin/products/${subject}`}>the product</Link>;
    case 'payment':
      return <Link to={`/admin/transactions?transaction=${subject}`}>the payment</Link>;
    default:
      return <code>{subject}</code>;
  }
}
