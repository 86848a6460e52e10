import type { TransactionEvidence } from '@contract/admin-transactions.ts';
import { askGatewayAgain } from '@contract/admin.ts';
import { Landmark } from 'lucide-react';
import { LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { formatCents, formatKes } from '@contract/money.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import { taskTitle } from '@contract/owner-task-text.ts';
import { isWithheld, paidWith, paymentMethodLabels } from '@contract/payment-methods.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { CustomerLink } from '#dashboard/components/customer-link.tsx';
import { DetailDrawer } from '#dashboard/components/detail-drawer.tsx';
import { type Fact, Facts } from '#dashboard/components/facts.tsx';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { deciderOf } from '#dashboard/lib/decider.ts';
import { TransactionStatusBadge } from '../transaction-status-badge.tsx';
import { bankStatusText, isUndecided, noOrder, ordersOf, wasAskedFor } from '../transaction-text.ts';
import { BankAnswers } from './bank-answers.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import type { ReactNode } from 'react';
import { useSql } from '#dashboard/lib/admin-queries.ts';

type TransactionDrawerProps = {
  /** Null: closed. */
  id: string | null;
  onClose(): void;
  /** What can be done with it. */
  steps?(evidence: TransactionEvidence): ReactNode;
};

/** One transaction and its evidence, beside the table. */
export function TransactionDrawer({ id, onClose, steps }: TransactionDrawerProps) {
  return (
    <DetailDrawer id={id} onClose={onClose} noun="payment" useDetail={useTransactionEvidence}>
      {(evidence) => (
        <>
          <Evidence evidence={evidence} />
          {steps?.(evidence)}
        </>
      )}
    </DetailDrawer>
  );
}

function Evidence({ evidence }: { evidence: TransactionEvidence }) {
  const { orderId, bankAmountCents, decidedAt, settledOn, nextAskAt, restCents, takenBack } = evidence;
  const isCard = evidence.paymentMethod === 'card';
  const isAskedFor = wasAskedFor(evidence);
  const { name } = deciderOf(evidence.paymentMethod);
  const may = useMay();
  const facts: Fact[] = [
    ['Reference', <code key="r">{evidence.reference}</code>],
    ...ordersOf(evidence).map((of): Fact => [
      'Order',
      <span key={of.orderId}>
        <OrderLink id={of.orderId} />{' '}
        <span>{'cents' in of && orderId === null ? `${formatCents(of.cents)}, ${of.customerName}` : ''}</span>
      </span>,
    ]),
    ordersOf(evidence).length === 0 && restCents === 0 && ['Order', 'None'],
    restCents > 0 && [noOrder, formatCents(restCents)],
    evidence.note && ['Who paid', evidence.note],
    ...evidence.givenBack.map(({ cents, method, reference, day }): Fact => [
      'Given back',
      `${formatCents(cents)}, ${paidWith(method, reference)}, ${formatDay(day)}`,
    ]),
    takenBack && [
      takenBack.cause === 'bounced' ? 'Bounced' : 'Charged back',
      `${formatCents(takenBack.cents)}, ${formatDay(takenBack.day)}: ${takenBack.reason}`,
    ],
    orderId !== null && [
      'Customer',
      <CustomerLink key="c" orderId={orderId} name={evidence.customerName ?? ''} />,
    ],
    ...(isAskedFor
      ? ([
          ['Amount requested', formatKes(evidence.amount)],
          [
            isCard ? 'Bank approved' : 'Safaricom approved',
            bankAmountCents === null ? 'Nothing that we know of' : formatCents(bankAmountCents),
          ],
        ] satisfies Fact[])
      : ([
          ['Amount', formatCents(bankAmountCents ?? 0)],
          ['Paid by', paymentMethodLabels[evidence.paymentMethod]],
          isListed(evidence)
            ? ['Known from', 'Safaricom’s list, or a statement']
            : ['Recorded by', evidence.recordedByName ?? 'An account that is gone'],
          evidence.reversalReason !== null && [
            'Reversed',
            `${evidence.reversalReason} (${evidence.reversedByName ?? 'an account that is gone'})`,
          ],
        ] satisfies Fact[])),
    [
      isAskedFor ? 'Opened' : isListed(evidence) ? 'Counted' : 'Recorded',
      formatDayAndTime(evidence.createdAt),
    ],
    isUndecided(evidence)
      ? [name, bankStatusText(evidence)]
      : [
          isAskedFor
            ? 'Decided'
            : isWithheld(evidence.paymentMethod)
              ? 'Day of the certificate'
              : 'Day of the payment',
          decidedAt === null ? '' : formatDayAndTime(decidedAt),
        ],
    isCard &&
      bankAmountCents !== null && [
        'Settled',
        settledOn === null ? 'In no statement of the bank yet' : formatDay(settledOn),
      ],
    nextAskAt !== null && [
      isCard ? 'Next bank query' : 'Next query',
      `automatically, ${formatDayAndTime(nextAskAt)}`,
    ],
  ];
  return (
    <>
      <div>
        <TransactionStatusBadge of={evidence} />
      </div>
      {evidence.openTasks.length > 0 ? (
        <Notice
          tone="warning"
          announce="none"
          title="A task is waiting for you"
          action={
            evidence.openTasks.some(({ kind }) => kind === 'overpaid') && may('refunds') ? (
              <LinkButton
                variant="secondary"
                to={`/admin/orders/${orderId}`}
                state={{ opens: { form: 'refund' } satisfies OpenedForm }}
              >
                Record a Refund
              </LinkButton>
            ) : (
              <LinkButton variant="secondary" to={`/admin/orders/${orderId}`}>
                Close it on the order’s page
              </LinkButton>
            )
          }
        >
          {evidence.openTasks.map(taskTitle).join('; ')}
        </Notice>
      ) : null}
      <Facts facts={facts} />
      {isAskedFor ? (
        <>
          <QueryBank evidence={evidence} />
          <BankAnswers evidence={evidence} />
        </>
      ) : null}
    </>
  );
}

/** A payment to the paybill that nobody recorded. */
const isListed = ({ paymentMethod, source }: TransactionEvidence) =>
  paymentMethod === 'mpesa' && source === 'told';

function QueryBank({ evidence }: { evidence: TransactionEvidence }) {
  const may = useMay();
  const { within } = deciderOf(evidence.paymentMethod);
  if (!isUndecided(evidence) || !may('payments.record')) return null;
  return (
    <div>
      <RowAction
        variant="secondary"
        icon={<Landmark />}
        act={() => callApi(askGatewayAgain, { params: { id: evidence.id } })}
        onDone={() =>
          showToast({ title: 'Asked', description: `What ${within} said is below.`, tone: 'info' })
        }
        failureTitle="No answer came"
      >
        {`Ask ${within} again`}
      </RowAction>
    </div>
  );
}

/** One transaction with every response of the bank about it; null when there is none with this id. */
const useTransactionEvidence = (id: string) => useSql('transaction_evidence', { p_id: id });
