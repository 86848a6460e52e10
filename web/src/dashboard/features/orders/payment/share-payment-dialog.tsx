import type { OrderToPay } from '@contract/admin-transactions.ts';
import { formatCents } from '@contract/money.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { SearchToChoose } from '#dashboard/components/search-to-choose.tsx';
import { buyerText } from '#orders/company-text.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { centsOf, typedCents } from '#dashboard/lib/typed-refund.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { dueText, wholeDueCents } from './due-text.ts';

type PaymentToShare = {
  id: string;
  /** What can be given. */
  cents: number;
  /** The order for which that is too much. */
  from?: string;
};

type SharePaymentDialogProps = {
  payment: PaymentToShare;
  /** Chosen already. */
  order?: OrderToPay;
  onClose(): void;
};

/** Gives what a payment is more than its orders cost to others. */
export function SharePaymentDialog({ payment, order, onClose }: SharePaymentDialogProps) {
  const { id, cents, from } = payment;
  const proposed = useOrdersToPay(id);
  const useFound = (words: string) => useOrdersToPay(id, words);
  const leftOf = (some: readonly { amount: string }[]) =>
    some.reduce((rest, { amount }) => {
      const sum = centsOf(amount);
      return rest - (typeof sum === 'number' ? sum : 0);
    }, cents);
  const form = useForm({
    initial: { given: order ? [withAmount(order, cents)] : [] },
    read: ({ given }) => {
      const sums = given.map(({ amount }) => centsOf(amount));
      const left = leftOf(given);
      const problems: Record<string, string> = {};
      for (const [place, sum] of sums.entries()) {
        // Left empty, it gets nothing.
        if (given[place]?.amount.trim() === '') continue;
        if (typeof sum !== 'number' || sum < 1 || !Number.isInteger(sum))
          problems[`given[${place}]`] = 'Please give the amount';
        else if (left < 0 && place === given.length - 1)
          problems[`given[${place}]`] = `This is ${formatCents(-left)} too much`;
      }
      if (left === cents) problems.find = 'Please choose an order';
      if (Object.keys(problems).length > 0) return { problems };
      const shares = given
        .map(({ orderId }, place) => ({ orderId, cents: Number(sums[place]) }))
        .filter(({ cents: sum }) => sum > 0);
      return { value: from ? [...shares, { orderId: from, cents: left - cents }] : shares, problems };
    },
    send: (shares, sent) =>
      callSql('share_payment', { p_id: sent.id, p_transaction_id: id, p_shares: shares }),
    onSent: () => showToast({ title: 'Given to Orders' }),
  });
  const { given } = form.typed;
  const setGiven = (now: typeof given) => form.change({ given: now });
  const left = leftOf(given);
  const isNew = ({ orderId }: OrderToPay) =>
    orderId !== from && given.every((one) => one.orderId !== orderId);
  const choose = (chosen: OrderToPay) => {
    if (isNew(chosen)) setGiven([...given, withAmount(chosen, left)]);
  };
  const offered = proposed.data?.filter(isNew) ?? [];
  return (
    <FormDialog
      form={form}
      title={from ? 'Give to another order' : 'Give to orders'}
      confirmLabel="Give to Orders"
      failureTitle="Nothing is given to orders"
      onClose={onClose}
    >
      {given.map(({ orderId, amount, ...of }, place) => (
        <Field
          key={orderId}
          label={`${listedOrderNumber(orderId)} ${buyerText(of)}, KES`}
          hint={dueText(of)}
          inputMode="decimal"
          value={amount}
          error={form.problemOf(`given[${place}]`)}
          onChange={({ target }) =>
            setGiven(given.map((one) => (one.orderId === orderId ? { ...one, amount: target.value } : one)))
          }
        />
      ))}
      <p role="status">
        {left > 0 && `${formatCents(left)} ${from ? 'stays too much' : 'is left without an order'}.`}
      </p>
      <Loaded query={proposed} what="the orders that fit">
        {() =>
          offered.length > 0 ? (
            <ul className="stack gap-1" aria-label="Orders that fit">
              {offered.map((one) => (
                <li key={one.orderId}>
                  <button
                    type="button"
                    className="card pad-2 full text-start breaks target"
                    onClick={() => choose(one)}
                  >
                    {orderText(one)}
                  </button>
                </li>
              ))}
            </ul>
          ) : null
        }
      </Loaded>
      <SearchToChoose
        label="Find an order"
        hint="By number, name, organisation, KRA PIN, phone or sum."
        what="orders"
        error={form.problemOf('find')}
        useFound={useFound}
        keyOf={({ orderId }) => orderId}
        onChoose={choose}
      >
        {orderText}
      </SearchToChoose>
    </FormDialog>
  );
}

/** Orders that fit a payment, or are found. */
const useOrdersToPay = (id: string, words?: string) =>
  useSql(
    'orders_to_pay',
    { p_transaction_id: id, ...(words === undefined ? {} : { p_text: words }) },
    { enabled: words !== '' },
  );

/** All that is due of an order but what is expected to be withheld, or what there is of the payment. */
const withAmount = (order: OrderToPay, leftCents: number) => {
  const cents = Math.min(wholeDueCents(order) - order.payment.expectedCents, leftCents);
  return { ...order, amount: cents > 0 ? typedCents(cents) : '' };
};

const orderText = (order: OrderToPay) => (
  <>
    <strong className="block">{`${listedOrderNumber(order.orderId)} ${buyerText(order)}`}</strong>
    <span className="block quiet">{dueText(order)}</span>
  </>
);
