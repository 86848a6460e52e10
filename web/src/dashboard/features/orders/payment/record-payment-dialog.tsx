import type { AdminOrder } from '@contract/admin.ts';
import type { OrderRest } from '@contract/admin-orders.ts';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { dueCentsOf, isOnlyWithheld } from '@contract/on-account.ts';
import type { WithheldMethod } from '@contract/orders.ts';
import { byMethod, isWithheld, paymentMethodLabels } from '@contract/payment-methods.ts';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { type RecordedMethod, referenceLabels } from '#dashboard/lib/payment-reference.ts';
import { usePostedDay } from '#dashboard/lib/posted-day.ts';
import { centsOf, typedCents } from '#dashboard/lib/typed-refund.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { dueText, wholeDueCents } from './due-text.ts';
import { SharePaymentDialog } from './share-payment-dialog.tsx';
import { emptyPayment, type PaymentRequest, typedPayment } from './typed-payment.ts';

/** What is known of an M-Pesa payment before it is typed; `amount` in KES. */
export type PaymentBegins = { reference?: string | undefined; amount?: number | undefined };

type RecordPaymentDialogProps = {
  /** Null: it is not known yet which order it pays. */
  order: AdminOrder | null;
  /** What may be withheld of the order. */
  rest?: OrderRest;
  begins?: PaymentBegins;
  /** The certificate of this has come. */
  method?: WithheldMethod | undefined;
  onClose(): void;
  onRecorded?(id: string): void;
};

/** Records money that came by another method than card. What is typed is kept until it is saved or the dialog is closed. */
export function RecordPaymentDialog(props: RecordPaymentDialogProps) {
  const { order, rest, begins = {}, method, onRecorded, onClose } = props;
  const day = usePostedDay();
  const { payment: money } = order ?? {};
  // M-Pesa knows no cents.
  const toPay = money ? Math.ceil((dueCentsOf(money) - money.expectedCents) / 100) : 0;
  const beginning = { ...emptyPayment(begins.amount ?? toPay, day), reference: begins.reference ?? '' };
  const withheld = (of: WithheldMethod) => rest?.expected[of] ?? rest?.proposed[of];
  const begun = (by: RecordedMethod) => ({
    method: by,
    amount: isWithheld(by) ? typedCents(withheld(by) ?? 0) : beginning.amount,
  });
  const form = useForm({
    initial: { ...beginning, ...(method && begun(method)), note: '', isLessTax: true },
    read: ({ note, isLessTax, ...payment }) => {
      const { value, problems } = typedPayment(payment);
      if (method && payment.reference.trim() === '')
        return { problems: { ...problems, reference: 'Please give the number of the certificate' } };
      return { value: value && { ...value, note, isLessTax }, problems };
    },
    send: async ({ note, isLessTax, ...payment }, { id, failure: before }) => {
      const cents = Math.round(payment.amount * 100);
      const expect = (by: WithheldMethod, sum: number) =>
        callSql('note_withheld', { p_order_id: order?.id ?? '', p_method: by, p_cents: sum });
      if (order && isExpected(payment)) return expect(payment.method as WithheldMethod, cents);
      // First, so that the buyer is not asked for it in the receipt.
      for (const by of isLessTax ? lessTax(payment.method, cents, rest) : [])
        await expect(by, rest?.proposed[by] ?? 0);
      const recording = callSql('record_payment', {
        p_id: id,
        // The schema does not know that it may be null.
        p_order_id: (order?.id ?? null) as string,
        p_method: payment.method,
        p_reference: payment.reference,
        p_amount: payment.amount,
        p_day: payment.day,
        // The shop asked about this code: sent once more, it is meant.
        p_is_sure: codeOf(before) === 'payment_reference_used',
        ...(order ? {} : { p_shares: [], p_note: note }),
      });
      return recording.catch(async (error: unknown) => {
        if (order && codeOf(error) === 'payment_recorded' && (await countsAlready(order.id, payment, cents)))
          return countedMeanwhile;
        throw error;
      });
    },
    onSent: (recorded, payment, { id }) => {
      if (recorded === countedMeanwhile) {
        const what = `${paymentMethodLabels[payment.method]} ${payment.reference}, ${formatCents(payment.amount * 100)}`;
        showToast({
          title: 'Counted Meanwhile',
          description: `${what}: it counts for this order already. Nothing was added.`,
        });
        return;
      }
      showToast({
        title: isExpected(payment)
          ? 'Noted as Expected'
          : method
            ? 'Certificate Recorded'
            : 'Payment Recorded',
        ...(method && !isExpected(payment)
          ? {
              description:
                'It stands with the order and in the report, and not among payments: it is no money.',
            }
          : recorded?.status === 'pending' && { description: 'The order is not paid in full.' }),
      });
      onRecorded?.(id);
    },
  });
  const { typed, change, field, failure } = form;
  const taxes = lessTax(typed.method, Number(centsOf(typed.amount)), rest);
  const all = Object.keys(referenceLabels) as RecordedMethod[];
  const methods = rest ? all : all.filter((way) => !isWithheld(way));
  const reference = typed.reference.trim().toUpperCase();
  const isRecorded = codeOf(failure) === 'payment_recorded';
  const recorded = useSql(
    'list_transaction_page',
    { p_filter: { code: reference, hasRest: true } },
    { enabled: isRecorded && order !== null },
  );
  const waiting =
    isRecorded && recorded.data?.rows.find((one) => bareCode(one.reference) === bareCode(reference));
  const [isGiving, setIsGiving] = useState(false);
  if (order && waiting && isGiving)
    return (
      <SharePaymentDialog
        payment={{ id: waiting.id, cents: waiting.restCents }}
        order={{ ...order, orderId: order.id }}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      title={method ? `Record the certificate: ${paymentMethodLabels[method]}` : 'Record a payment'}
      confirmLabel={method ? 'Record Certificate' : 'Record Payment'}
      failureTitle="The payment is not recorded"
      reason={failureText(failure)}
      after={
        waiting ? (
          <div className="cluster gap-3">
            <p>{`${formatCents(waiting.restCents)} of ${reference} waits without an order.`}</p>
            <Button variant="secondary" onClick={() => setIsGiving(true)}>
              Give It to This Order
            </Button>
          </div>
        ) : isRecorded ? (
          <Link to={`/admin/transactions?q=${encodeURIComponent(reference)}`} target="_blank">
            {`Look at ${reference} in Transactions`}
          </Link>
        ) : null
      }
      onClose={onClose}
    >
      {method ? null : (
        <>
          <p>
            {order === null
              ? 'It stays in the list as “No order yet” until you give it to orders, or back.'
              : toPayText(order, taxes.length > 0 && typed.isLessTax)}
          </p>
          <SelectField
            label="How it was paid"
            options={optionsOf(methods, paymentMethodLabels)}
            value={typed.method}
            onChange={({ target }) => {
              const by = target.value as RecordedMethod;
              // Between ways of money the sum stays.
              change(isWithheld(by) || isWithheld(typed.method) ? begun(by) : { method: by });
            }}
          />
        </>
      )}
      <Field
        label={referenceLabels[typed.method]}
        hint={
          isWithheld(typed.method)
            ? !method && 'Empty while it is only expected.'
            : typed.method === 'cash' && 'Optional.'
        }
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('reference')}
      />
      <Field
        label="Amount in KES"
        hint={
          rest && isWithheld(typed.method)
            ? `Of ${formatCents(rest.proposedOf[typed.method])} without VAT.`
            : moreText(order, Number(centsOf(typed.amount)))
        }
        inputMode="decimal"
        {...field('amount')}
      />
      {taxes.length > 0 ? (
        <CheckBox
          label={`The rest is withheld: ${taxes.map((by) => `${formatCents(rest?.proposed[by] ?? 0)} ${byMethod[by]}`).join(', ')}`}
          checked={typed.isLessTax}
          onChange={({ target }) => change({ isLessTax: target.checked })}
        />
      ) : null}
      <Field
        label={method ? 'Day of the certificate' : 'Day of the payment'}
        type="date"
        max={nairobiDay()}
        {...field('day')}
      />
      {order ? null : (
        <Field
          label="Who paid"
          hint="Name, phone or the message of the bank. It is found by these words."
          maxLength={200}
          {...field('note')}
        />
      )}
    </FormDialog>
  );
}

/** However it is spaced. */
const bareCode = (reference: string) => reference.replace(/[^A-Z0-9]/g, '');

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.reply?.code : undefined);

/** The very payment has counted for its order since the form was opened. */
const countedMeanwhile = { status: 'counted meanwhile' } as const;

const countsAlready = async (orderId: string, { method, reference }: PaymentRequest, cents: number) =>
  (await callSql('order_details', { p_order_id: orderId }))?.payments.some(
    (one) => one.method === method && one.reference === reference && one.amountCents === cents,
  );

/** With the sum that Safaricom says, where it says another one. */
const failureText = (failure: unknown): string | undefined => {
  const { cents } = (failure instanceof ApiError && failure.reply) || {};
  return cents === undefined
    ? undefined
    : `Safaricom says that ${formatCents(cents)} came with this code. Record that sum, or check the code.`;
};

/** What is to be paid of an order, and what becomes of another sum. @param isAllPaid the rest is withheld as tax */
const toPayText = (order: AdminOrder, isAllPaid: boolean): string =>
  [
    dueText(order),
    order.payment.dueAmount <= 0
      ? 'What you record will be too much.'
      : !isAllPaid &&
        !isOnlyWithheld(order.payment) &&
        'A smaller amount is recorded as a partial payment, and the buyer is asked for the rest.',
  ]
    .filter(Boolean)
    .join(' ');

/** What is typed beyond all that the order costs, in words; a shilling is no difference. */
function moreText(order: AdminOrder | null, cents: number): string | false {
  if (!order || order.payment.dueAmount <= 0) return false;
  const more = cents - wholeDueCents(order) - order.payment.laterCents;
  return (
    more >= 100 &&
    `${formatCents(more)} more than is due. What pays other orders, too, is recorded in Transactions and given to each.`
  );
}

/** What is left of the due is exactly the tax that may be withheld of it: VAT, income tax or both. */
const lessTax = (method: RecordedMethod, cents: number, rest: OrderRest | undefined): WithheldMethod[] =>
  (rest && !isWithheld(method)
    ? [
        ['withheld_vat' as const],
        ['withheld_tax' as const],
        ['withheld_vat' as const, 'withheld_tax' as const],
      ]
    : []
  ).find((taxes) => {
    const left = (rest?.dueCents ?? 0) - cents;
    const sum = taxes.reduce((all, by) => all + (rest?.expected[by] ? 0 : (rest?.proposed[by] ?? 0)), 0);
    // Shillings alone are sent by phone.
    return sum > 0 && left > 0 && Math.abs(left - sum) < 100;
  }) ?? [];

/** Its certificate has not come. */
const isExpected = ({ method, reference }: PaymentRequest) => isWithheld(method) && reference === '';
