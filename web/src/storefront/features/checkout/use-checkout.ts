import type { SignedInUser } from '@contract/auth.ts';
import type { LineProblem } from '@contract/errors.ts';
import { type Customer, customerSchema } from '@contract/place-order.ts';
import { useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { dismissToast, showFailure, showToast } from '#components/overlays/toast.tsx';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { isWithoutReply } from '#lib/api/is-connection-error.ts';
import { useFormProps } from '#lib/forms/use-form-props.ts';
import { useRetryWhenOnline } from '#lib/api/use-retry-when-online.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { useRefusedValues } from '#lib/forms/use-refused-values.ts';
import { useTypedBeforeHydration } from '#lib/forms/use-typed-before-hydration.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { type CustomerField, customerFields, recallCustomerDraft } from './details/customer-draft.ts';
import {
  type MessagePreferences,
  recallMessagePreferences,
  rememberMessagePreferences,
} from './details/message-preferences.ts';
import { useKeptDetails } from './details/use-kept-details.ts';
import { isAnyDetailMissing, readOrderRefusal } from './order-refusal.ts';
import { type AcceptedDelivery, orderRequest } from './order-request.ts';
import { planForEarlierOrder } from './payment/earlier-order.ts';
import { forgetOrderKey, keyForOrder, type OrderKey, rememberPlacedOrder } from './payment/order-key.ts';
import { useBankRedirect } from './payment/use-bank-redirect.ts';
import { usePayOrder } from './payment/use-pay-order.ts';
import { unresolvedProblems } from './summary/line-problem.ts';
import { findEarlierOrder, usePlaceOrder } from './use-place-order.ts';

type CheckoutInput = {
  lines: readonly CartItem[];
  /** Nothing is sent while its price is being loaded: it would not be part of the payment. */
  delivery: AcceptedDelivery & { isLoading: boolean };
  user: SignedInUser | null | undefined;
  /** Called when the browser goes to the bank's page: the cart can be emptied. */
  onLeaveForBank: () => void;
  /**
   * Called when this order is paid already, or the bank is still deciding on it: it must be shown, not paid again.
   */
  onShowOrder: (orderId: string, isPaid: boolean) => void;
  /** Called when the delivery price is no longer the accepted one: it must be fetched again. */
  onDeliveryChanged: () => void;
};

/** The logic of the checkout: stores the typed details, places the order once, goes to the bank's page. */
export function useCheckout({
  lines,
  delivery,
  user,
  onLeaveForBank,
  onShowOrder,
  onDeliveryChanged,
}: CheckoutInput) {
  const once = useOnce();
  const [draft] = useState(recallCustomerDraft);
  const [preferences, setPreferences] = useState(recallMessagePreferences);
  const [problems, setProblems] = useState<LineProblem[]>([]);
  const [hadNoResponse, setHadNoResponse] = useState(false);
  const [leavingWith, setLeavingWith] = useState<readonly CartItem[]>([]);
  const refused = useRefusedValues();
  const placeOrder = usePlaceOrder();
  const payOrder = usePayOrder();
  const bank = useBankRedirect();

  const formik = useFormik<Customer>({
    initialValues: draft.details,
    validationSchema: customerSchema,
    onSubmit: sendOrder,
  });
  const { values, setValues } = formik;
  const wait = useRetryWhenOnline(once, formik.submitForm);
  const formProps = useFormProps(formik, submit, formik);
  useTypedBeforeHydration(formProps.ref, draft.details, (typed) => void setValues(typed));
  useKeptDetails(draft, user, formik);

  // After a change of the form, the cart or the delivery the order is not retried automatically.
  const { ask } = wait;
  useEffect(ask, [ask, values, preferences, lines, delivery.county, delivery.price]);

  // When the cart was emptied in another tab, or its last refused line removed, a toast explains why the form
  // disappears. While an order is being placed the cart is emptied on purpose.
  const hadLines = useRef(false);
  useEffect(() => {
    const becameEmpty = hadLines.current && lines.length === 0;
    hadLines.current = lines.length > 0;
    if (becameEmpty && !once.isRunning()) showEmptyCartToast();
  }, [lines.length, once]);

  function changePreferences(changed: MessagePreferences) {
    setPreferences(changed);
    rememberMessagePreferences(changed);
  }

  function submit() {
    if (once.isRunning() || bank.isLeaving || delivery.isLoading) return;
    if (lines.length === 0) return showEmptyCartToast();
    if (isAnyDetailMissing(values)) {
      const description = 'Please fill in all required fields';
      showToast({ title: 'Missing Information', description, tone: 'destructive' });
    } else {
      // What an earlier attempt was missing is there now.
      dismissToast();
    }
    once(formik.submitForm);
  }

  /** Goes to the bank's page with the form for this order. Errors are shown, and nothing that was typed is lost. */
  async function sendOrder(typed: Customer) {
    setProblems([]);
    setHadNoResponse(false);
    wait.end();
    try {
      const request = orderRequest(typed, lines, preferences, delivery);
      const plan = await planFor(keyForOrder(request));
      if (plan?.isShown) return onShowOrder(plan.orderId, plan.isPaid);
      const reply = plan?.isPaidAgain
        ? await payOrder.mutateAsync(plan.orderId)
        : // Read again, because the key of a closed order has just been dropped.
          await placeOrder.mutateAsync({ request, key: keyForOrder(request).key });
      // Offline, the redirect would end on the browser's error page; a later retry is for the same order.
      if (!navigator.onLine) throw new ConnectionError(null);
      setLeavingWith(lines);
      if (!(await bank.goToBank(reply.payment))) return;
      rememberPlacedOrder(keyForOrder(request), { id: reply.order.id, lines: [...lines] });
      onLeaveForBank();
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
    if (refusal.isDeliveryChanged) onDeliveryChanged();
    if (refusal.sameOrder) {
      return onShowOrder(refusal.sameOrder.id, planForEarlierOrder(refusal.sameOrder) === 'show-paid');
    }
    refused.refuse(typed, refusal.fields);
    setProblems(refusal.lines);
    setHadNoResponse(refusal.outcomeUnknown);
    showRefusal();
  }

  const isBusy = formik.isSubmitting || placeOrder.isPending || payOrder.isPending || bank.isLeaving;
  return {
    formProps,
    isBusy,
    /** The cart is already empty while the bank's page is loading: the page keeps showing its lines. */
    lines: bank.isLeaving ? leavingWith : lines,
    problems: unresolvedProblems(problems, lines),
    /** The last attempt ended without a response. */
    hadNoResponse: hadNoResponse && !isBusy,
    /** Whether an attempt that failed without a connection is retried. */
    retryState: bank.isLeaving ? ('none' as const) : wait.state,
    preferences,
    changePreferences,
    /** The props of an input. */
    field: (name: CustomerField) => ({
      ...formik.getFieldProps(name),
      required: customerFields.some((one) => one === name),
      error: (formik.touched[name] && formik.errors[name]) || refused.messageFor(name, values[name]),
    }),
  };
}

function showEmptyCartToast(): void {
  const description = 'Please add items to your cart before checking out';
  showToast({ title: 'Empty Cart', description, tone: 'destructive' });
}

/** What to do when exactly this order was already taken to the bank's page; null when it was not. */
async function planFor({ order: placed }: OrderKey) {
  const order = placed && (await findEarlierOrder(placed.id));
  if (!order) return null;
  const plan = planForEarlierOrder(order);
  if (plan === 'order-anew') forgetOrderKey();
  return {
    orderId: order.id,
    isShown: plan === 'show-paid' || plan === 'show-open',
    isPaid: plan === 'show-paid',
    isPaidAgain: plan === 'pay-again',
  };
}
