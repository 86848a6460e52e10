import type { SignedInUser } from '@contract/auth.ts';
import type { LineProblem } from '@contract/errors.ts';
import type { Customer } from '@contract/place-order.ts';
import { useEffect, useState } from 'react';
import { dismissToast, showFailure, showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { isWithoutReply } from '#lib/api/is-connection-error.ts';
import { useRetryWhenOnline } from '#lib/api/use-retry-when-online.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { useMessagePreferences } from './details/message-preferences.ts';
import { useDetailsForm } from './details/use-details-form.ts';
import { isAnyDetailMissing, readOrderRefusal } from './order-refusal.ts';
import { type AcceptedDelivery, orderRequest } from './order-request.ts';
import { planForEarlierOrder } from './payment/earlier-order.ts';
import { forgetOrderKey } from './payment/order-key.ts';
import { promptFailure, promptFailureTitle } from './payment/prompt-failure.ts';
import { usePurchase, type WayToPay } from './payment/use-purchase.ts';
import { unresolvedProblems } from './summary/line-problem.ts';
import { showEmptyCartToast, useEmptyCartToast } from './summary/use-empty-cart-toast.ts';

type CheckoutInput = {
  lines: readonly CartItem[];
  /** Nothing is sent while its price is being loaded: it would not be part of the payment. */
  delivery: AcceptedDelivery & { isLoading: boolean };
  user: SignedInUser | null | undefined;
  /** Called when the browser goes to the bank's page: the cart can be emptied. */
  onLeaveForBank: () => void;
  /**
   * Called when this order is paid already, the bank is still deciding on it, or it was placed to be paid by a request to
   * a phone: it must be shown, not paid again. `isDone`: the cart can be emptied.
   */
  onShowOrder: (orderId: string, isDone: boolean) => void;
  /** Called when delivery, or what is due now, is no longer as accepted: it must be fetched again. */
  onSumChanged: () => void;
};

/** The logic of the checkout: sends what is typed once, and shows what the shop answers. */
export function useCheckout({
  lines,
  delivery,
  user,
  onLeaveForBank,
  onShowOrder,
  onSumChanged,
}: CheckoutInput) {
  const once = useOnce();
  const purchase = usePurchase();
  const [preferences, changePreferences] = useMessagePreferences();
  const form = useDetailsForm({ user, onPress: submit, onSend: sendOrder });
  const wait = useRetryWhenOnline(once, form.submitForm);
  const [way, setWay] = useState<WayToPay>('card');
  const [problems, setProblems] = useState<LineProblem[]>([]);
  const [hadNoResponse, setHadNoResponse] = useState(false);
  useEmptyCartToast(lines.length, once);

  // After a change of the form, the cart or the delivery the order is not retried automatically.
  const { values } = form;
  const { ask } = wait;
  useEffect(ask, [ask, values, preferences, lines, delivery.county, delivery.price]);

  function submit() {
    if (once.isRunning() || purchase.leavingWith || delivery.isLoading) return;
    if (lines.length === 0) return showEmptyCartToast();
    if (isAnyDetailMissing(values)) {
      const description = 'Please fill in all required fields';
      showToast({ title: 'Missing Information', description, tone: 'destructive' });
    } else {
      // What an earlier attempt was missing is there now.
      dismissToast();
    }
    once(form.submitForm);
  }

  /** Pays this order in the chosen way. Errors are shown, and nothing that was typed is lost. */
  async function sendOrder(typed: Customer) {
    setProblems([]);
    setHadNoResponse(false);
    wait.end();
    try {
      const sent = await purchase.send(orderRequest(typed, lines, preferences, delivery), lines, way);
      if (typeof sent === 'boolean') return sent ? onLeaveForBank() : undefined;
      onShowOrder(sent.orderId, 'isPrompted' in sent || sent.isPaid);
      if ('isPrompted' in sent && sent.failure !== null)
        showFailure(promptFailureTitle, sent.failure, promptFailure(sent.failure));
    } catch (error) {
      refuse(typed, error);
    }
  }

  function refuse(typed: Customer, error: unknown) {
    const refusal = readOrderRefusal(error);
    const showRefusal = () => showFailure('Order Failed', error, refusal.message);
    if (navigator.onLine ? isWithoutReply(error) : !(error instanceof ApiError)) {
      // A browser may think that it is online while nothing reaches the shop.
      if (navigator.onLine && !wait.isRetrying()) showRefusal();
      return wait.begin();
    }
    if (refusal.isFinal) forgetOrderKey();
    if (refusal.isSumChanged) onSumChanged();
    if (refusal.sameOrder) {
      return onShowOrder(refusal.sameOrder.id, planForEarlierOrder(refusal.sameOrder) === 'show-paid');
    }
    form.refuse(typed, refusal.fields);
    setProblems(refusal.lines);
    setHadNoResponse(refusal.outcomeUnknown);
    showRefusal();
  }

  const isBusy = form.isSubmitting || purchase.isBusy;
  return {
    formProps: form.props,
    field: form.field,
    address: values.address,
    isBusy,
    way,
    /** Does nothing while an order is being sent. */
    chooseWay: (chosen: WayToPay) => {
      if (!once.isRunning()) setWay(chosen);
    },
    /** The cart is already empty while the bank's page is loading: the page keeps showing its lines. */
    lines: purchase.leavingWith?.lines ?? lines,
    isReserved: purchase.leavingWith?.isReserved ?? true,
    problems: unresolvedProblems(problems, lines),
    /** The last attempt ended without a response. */
    hadNoResponse: hadNoResponse && !isBusy,
    /** Whether an attempt that failed without a connection is retried. */
    retryState: purchase.leavingWith ? ('none' as const) : wait.state,
    preferences,
    changePreferences,
  };
}
