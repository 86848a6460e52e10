import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../../components/button.tsx';
import { Drawer } from '../../../../components/drawer.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../../components/skeleton.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { formatCents, formatKes } from '../../../../lib/money.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { TransactionStatusBadge } from '../transaction-status-badge.tsx';
import { bankWordsOf, isUndecided } from '../transaction-words.ts';
import { useTransactionEvidence } from './transaction-evidence-query.ts';
import { BankAnswers } from './bank-answers.tsx';
import styles from './evidence.module.css';
import { useAskAgain } from './use-ask-again.ts';

/** One transaction and its evidence, beside the table. @param id null closes it */
export function TransactionDrawer({ id, onClose }: { id: string | null; onClose(): void }) {
  return (
    <Drawer isOpen={id !== null} onClose={onClose} title="Payment" closeLabel="Close the payment">
      {id === null ? null : <Transaction key={id} id={id} />}
    </Drawer>
  );
}

function Transaction({ id }: { id: string }) {
  const evidence = useTransactionEvidence(id);
  if (evidence.data) return <Evidence evidence={evidence.data} />;
  if (evidence.isError) {
    return (
      <Notice
        tone="error"
        title="We could not load this payment"
        action={
          <Button busy={evidence.isFetching} onClick={() => evidence.refetch()}>
            Try again
          </Button>
        }
      >
        {errorSentence(evidence.error)}
      </Notice>
    );
  }
  if (evidence.data === null)
    return <Notice tone="info" title="There is no such payment" announce="status" />;
  return (
    <Loading label="Loading the payment">
      <Skeleton shape="heading" width="half" />
      <Skeleton />
      <Skeleton />
      <Skeleton width="most" />
    </Loading>
  );
}

function Evidence({ evidence }: { evidence: TransactionEvidence }) {
  const { orderId, bankAmountCents, settledAt, nextAskAt } = evidence;
  const facts: [string, ReactNode][] = [
    ['Reference', <code key="r">{evidence.reference}</code>],
    ['Order', <Link key="o" to={`/admin/orders/${orderId}`}>{`#IC-${orderNumber(orderId)}`}</Link>],
    ['Customer', evidence.customerName],
    ['Asked for', formatKes(evidence.amount)],
    ['Bank took', bankAmountCents === null ? 'Nothing that we know of' : formatCents(bankAmountCents)],
    ['Opened', formatDayAndTime(evidence.createdAt)],
    isUndecided(evidence)
      ? ['The bank', bankWordsOf(evidence)]
      : ['Decided', settledAt === null ? '' : formatDayAndTime(settledAt)],
    ...(nextAskAt === null
      ? []
      : [['Asked again', `by the clock, ${formatDayAndTime(nextAskAt)}`] satisfies [string, string]]),
  ];
  return (
    <div className={styles.evidence}>
      <p className={styles.state}>
        <TransactionStatusBadge status={evidence.status} />
      </p>
      {evidence.openTask ? (
        <Notice tone="warning" announce="none" title="A task waits for you">
          {evidence.openTask}
        </Notice>
      ) : null}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={styles.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AskAgain evidence={evidence} />
      <BankAnswers evidence={evidence} />
    </div>
  );
}

function AskAgain({ evidence }: { evidence: TransactionEvidence }) {
  const { ask, isBusy, outcome } = useAskAgain(evidence.id);
  return (
    <div className={styles.ask}>
      {isUndecided(evidence) ? (
        <Button
          variant="secondary"
          icon={<Landmark aria-hidden="true" />}
          busy={isBusy}
          onClick={() => void ask()}
        >
          {isBusy ? 'Asking the bank…' : 'Ask the bank again'}
        </Button>
      ) : null}
      {outcome?.kind === 'answered' ? (
        <Notice tone={outcome.tone} announce="status" title={outcome.title}>
          {outcome.sentence}
        </Notice>
      ) : null}
      {outcome?.kind === 'failed' ? (
        <Notice tone="error" title="We could not ask">
          {errorSentence(outcome.error)} Nothing about the payment has changed by this.
        </Notice>
      ) : null}
    </div>
  );
}
