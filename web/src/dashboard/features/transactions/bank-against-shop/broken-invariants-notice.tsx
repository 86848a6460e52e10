import { Link } from 'react-router-dom';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { brokenRuleTexts } from './day-text.ts';
import { useBrokenInvariants } from '#dashboard/lib/bank-against-shop-queries.ts';

/** The broken invariants of money and stock that the last check has found; nothing while there are none. */
export function BrokenInvariantsNotice() {
  const { data, error } = useBrokenInvariants();
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
            {brokenRuleTexts[broken]?.[1] ?? broken}: <SubjectLink broken={broken} subject={subject} /> (
            {detail})
          </li>
        ))}
        {data.count > data.rows.length ? <li>{`and ${data.count - data.rows.length} more`}</li> : null}
      </ul>
    </Notice>
  );
}

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
