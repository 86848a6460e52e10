import type { BrokenInvariants } from '@contract/admin-transactions.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { useState } from 'react';
import { Link } from '../../../../components/link.tsx';
import { Button } from '../../../../components/button.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { counted } from '../../../lib/format-count.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import styles from './day-panel.module.css';
import { brokenRuleTexts } from './day-text.ts';
import { useBrokenInvariants } from '../../../lib/reconciliation-queries.ts';

/** The broken invariants of money and stock; a short line if there are none. */
export function BrokenInvariantsNotice() {
  const [isNow, setIsNow] = useState(false);
  const { data, error, isFetching, refetch } = useBrokenInvariants(isNow);
  const check = (
    <Button
      variant="quiet"
      className={styles.again}
      busy={isFetching}
      onClick={() => (isNow ? void refetch() : setIsNow(true))}
    >
      Check everything now
    </Button>
  );
  if (error) {
    return (
      <Notice tone="warning" title="We could not check money and stock" action={check} error={error}>
        {errorSentence(error)}
      </Notice>
    );
  }
  if (!data) return <p className={styles.checked}>Checking money and stock…</p>;
  if (data.count === 0) {
    return (
      <div className={styles.checked}>
        <p>No rule about money or stock is broken, for any order or product. {checkedText(data)}</p>
        {check}
      </div>
    );
  }
  return (
    <Notice tone="error" title={`${counted(data.count, 'problem')} with money or stock`} action={check}>
      <ul className={styles.orders}>
        {data.rows.map(({ broken, subject, detail }) => (
          <li key={`${broken} ${subject}`}>
            {brokenRuleTexts[broken]?.text ?? broken}: <SubjectLink broken={broken} subject={subject} /> (
            {detail})
          </li>
        ))}
        {data.count > data.rows.length ? <li>{`and ${data.count - data.rows.length} more`}</li> : null}
      </ul>
    </Notice>
  );
}

const checkedText = ({ changesCheckedAt, everythingCheckedAt }: BrokenInvariants) =>
  `Changes were checked ${formatDayAndTime(changesCheckedAt)}, everything ${formatDayAndTime(everythingCheckedAt)}.`;

/** A link to the order, product or payment that breaks a rule. */
function SubjectLink({ broken, subject }: { broken: string; subject: string }) {
  switch (brokenRuleTexts[broken]?.of) {
    case 'order':
      return <Link to={`/admin/orders/${subject}`}>order #IC-{orderNumber(subject)}</Link>;
    case 'product':
      return <Link to={`/admin/products/${subject}`}>the product</Link>;
    case 'payment':
      return <Link to={`/admin/transactions?transaction=${subject}`}>the payment</Link>;
    default:
      return <code>{subject}</code>;
  }
}
