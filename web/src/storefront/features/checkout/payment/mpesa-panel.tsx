import {
  amountOfPrompt,
  leftByPrompt,
  mpesaIsSilent,
  promptSchema,
  promptText,
  safaricomPhone,
  shownSafaricom,
} from '@contract/mpesa.ts';
import { formatKes } from '@contract/money.ts';
import { dueCentsOf } from '@contract/on-account.ts';
import type { Order } from '@contract/orders.ts';
import { Smartphone } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { Price } from '#components/page/price.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { isAnswered, isAtPhone, isByPrompt, isPromptOpen } from '#orders/mpesa-state.ts';
import { promptFailure, promptFailureTitle } from './prompt-failure.ts';
import { usePromptOrder } from './use-prompt-order.ts';

export type MpesaPanelProps = {
  order: Order;
  /** The phone that was asked from this page, as it was typed; null before. */
  sentTo: string | null;
  onSend: (phone: string) => void;
  /** The request went out: the order is watched again. */
  onSent: () => void;
};

/** The form of a request, or what the buyer does on the phone that was asked. */
export function MpesaPanel(props: MpesaPanelProps) {
  const shop = useShopDetails();
  const { order, sentTo } = props;
  const wasSent = sentTo !== null;
  if (isAtPhone(order)) {
    return (
      <Panel
        key="phone"
        title={isAnswered(order.payment) ? 'M-Pesa is asked once more' : 'Look at your phone'}
        takesFocus={wasSent}
      >
        <AtPhone {...props} />
      </Panel>
    );
  }
  return (
    <Panel key="form" title="Pay with M-Pesa" takesFocus={wasSent}>
      {shop.isMpesaSilent ? <p>{mpesaIsSilent}</p> : null}
      <RequestForm {...props} />
    </Panel>
  );
}

type PanelProps = {
  title: string;
  /** It takes the place of what had the focus. */
  takesFocus: boolean;
  children: ReactNode;
};

function Panel({ title, takesFocus, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const takes = useRef(takesFocus);
  useEffect(() => {
    if (takes.current) heading.current?.focus();
  }, []);
  return (
    <section className="card stack gap-3 pad-4 screen-only" aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1} className="row gap-2 size-h4 icons-20">
        <Smartphone />
        {title}
      </h2>
      {children}
    </section>
  );
}

function AtPhone({ order, sentTo }: MpesaPanelProps) {
  const { name } = useShopDetails();
  const { prompt } = order.payment;
  if (!prompt) return null;
  // Whoever has the link alone is not told the buyer's phone.
  const typed = sentTo === null ? null : safaricomPhone(sentTo);
  const phone = typed ?? (order.view === 'reduced' ? '' : prompt.phone);
  const { says, next } = promptText({ ...prompt, phone });
  return (
    <>
      <p>
        <Price amount={prompt.amount} />{' '}
        <span>{inOneLine(`to ${name}${phone ? `, asked on ${shownSafaricom(phone)}` : ''}`)}</span>
      </p>
      <p role="status">{inOneLine(`${says} ${next}`)}</p>
    </>
  );
}

/** A phone number breaks over no two lines. */
const inOneLine = (text: string) => text.replace(/(\d) (?=\d)/g, '$1\u00a0');

function RequestForm({ order, sentTo, onSend, onSent }: MpesaPanelProps) {
  const { payment } = order;
  const shop = useShopDetails();
  const left = leftByPrompt(dueCentsOf(payment), shop);
  const promptOrder = usePromptOrder();
  const { formProps, field, failure, isBusy } = useAccountForm({
    initialValues: { phone: sentTo ?? knownPhone(order) },
    schema: promptSchema,
    send: async ({ phone }) => {
      onSend(phone);
      await promptOrder.mutateAsync({ orderId: order.id, phone });
      onSent();
    },
    failureTitle: promptFailureTitle,
    failureMessageOf: promptFailure,
  });
  const refused = isByPrompt(payment) && !isPromptOpen(payment) && payment.prompt;
  return (
    <form {...formProps} className="stack gap-3">
      {refused ? <Refused prompt={refused} /> : null}
      {left ? <p>{left}</p> : null}
      <Field
        label="M-Pesa Phone"
        hint={`It asks for your PIN, to pay ${formatKes(amountOfPrompt(payment.dueAmount, shop))}.`}
        type="tel"
        autoComplete="tel"
        onFocus={(event) => event.target.select()}
        {...field('phone')}
      />
      {failure}
      <div className="actions">
        <Button type="submit" variant="secondary" size="large" busy={isBusy}>
          {isBusy ? 'Sending the Request...' : 'Send the Request'}
        </Button>
      </div>
    </form>
  );
}

function Refused({ prompt }: { prompt: NonNullable<Order['payment']['prompt']> }) {
  const { says, next } = promptText(prompt);
  return (
    <p role="status">
      <strong>{says}</strong> {next}
    </p>
  );
}

/** The phone of the order that M-Pesa can ask; empty when there is none, or it is not shown. */
function knownPhone({ view, payment, customerPhone }: Order): string {
  if (view !== 'full') return '';
  const phone = payment.prompt?.phone || safaricomPhone(customerPhone ?? '');
  return phone ? shownSafaricom(phone) : '';
}
