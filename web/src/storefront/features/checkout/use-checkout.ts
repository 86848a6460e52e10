import type { User } from '@contract/auth.ts';
import type { LineProblem } from '@contract/errors.ts';
import type { Order, PlaceOrderReply } from '@contract/orders.ts';
import { type Customer, customerSchema, type PlaceOrderRequest } from '@contract/place-order.ts';
import { useFormik } from 'formik';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { showToast } from '../../../components/toast.tsx';
import { ApiError, ConnectionError } from '../../../lib/api-client.ts';
import { useFocusOnFirstInvalid } from '../../../lib/use-focus-on-first-invalid.ts';
import { useRetryWhenOnline } from '../../../lib/use-retry-when-online.ts';
import { useOnce } from '../../../lib/use-once.ts';
import { useRefusedValues } from '../../../lib/use-refused-values.ts';
import { useTypedBeforeHydration } from '../../../lib/use-typed-before-hydration.ts';
import type { CartItem } from '../../lib/cart-item.ts';
import {
  type CustomerField,
  recallCustomerDraft,
  rememberCustomerDraft,
  withAccountDetails,
} from './details/customer-draft.ts';
import { type MessageWishes, recallMessageWishes, rememberMessageWishes } from './details/message-wishes.ts';
import { isAnyDetailMissing, readOrderRefusal } from './order-refusal.ts';
import { type AcceptedDelivery, orderRequest } from './order-request.ts';
import { planForEarlierOrder } from './payment/earlier-order.ts';
import { forgetOrderKey, keyForOrder } from './payment/order-key.ts';
import { recallPlacedOrder, rememberPlacedOrder } from './payment/placed-order.ts';
import { useBankRedirect } from './payment/use-bank-redirect.ts';
import { usePayOrder } from './payment/use-pay-order.ts';
import { unresolvedProblems } from './summary/line-problem.ts';
import { findEarlierOrder, usePlaceOrder } from './use-place-order.ts';

type CheckoutInput = {
  lines: readonly CartItem[];
  delivery: AcceptedDelivery;
  user: User | null | undefined;
  /** The browser is on its way to the bank's page: time to empty the cart. */
  onLeaveForBank: () => void;
  /** This very order is paid already, or the bank is still deciding on it: it is to be shown, not paid again. */
  onShowOrder: (orderId: string, isPaid: boolean) => void;
  /** Delivery does not cost any more what was accepted: it is to be asked for again. */
  onDeliveryChanged: () => void;
};

/** Everything the checkout does: keeps what is typed, places the order once, goes to the bank's page. */
export function useCheckout({
  lines,
  delivery,
  user,
  onLeaveForBank,
  onShowOrder,
  onDeliveryChanged,
}: CheckoutInput) {
  const form = useRef<HTMLFormElement>(null);
  const once = useOnce();
  const [initialValues] = useState(recallCustomerDraft);
  const [wishes, setWishes] = useState(recallMessageWishes);
  const [problems, setProblems] = useState<LineProblem[]>([]);
  const [hadNoAnswer, setHadNoAnswer] = useState(false);
  const [leavingWith, setLeavingWith] = useState<readonly CartItem[]>([]);
  const [similarOrder, setSimilarOrder] = useState<Order | null>(null);
  const refused = useRefusedValues();
  const placeOrder = usePlaceOrder();
  const payOrder = usePayOrder();
  const bank = useBankRedirect();

  const formik = useFormik<Customer>({ initialValues, validationSchema: customerSchema, onSubmit: place });
  const { values, setValues } = formik;
  const wait = useRetryWhenOnline(() => once(formik.submitForm));
  useFocusOnFirstInvalid(form, formik);
  useTypedBeforeHydration(form, initialValues, (typed) => void setValues(typed));
  useEffect(() => rememberCustomerDraft(values), [values]);
  useEffect(() => {
    if (user) void setValues((typed) => withAccountDetails(typed, user));
  }, [user, setValues]);

  // What is typed, chosen or in the cart differs from what was sent: it is not sent again by itself.
  const { ask } = wait;
  useEffect(ask, [ask, values, wishes, lines]);

  // The cart was emptied in another tab, or its last refused line removed: says why the form disappears.
  // While an order is being placed the cart is emptied on purpose.
  const hadLines = useRef(false);
  useEffect(() => {
    const isGone = hadLines.current && lines.length === 0;
    hadLines.current = lines.length > 0;
    if (isGone && !once.isRunning()) showEmptyCartToast();
  }, [lines.length, once]);

  function changeWishes(changed: MessageWishes) {
    setWishes(changed);
    rememberMessageWishes(changed);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (once.isRunning() || bank.isLeaving) return;
    if (lines.length === 0) return showEmptyCartToast();
    if (isAnyDetailMissing(values)) {
      const description = 'Please fill in all required fields';
      showToast({ title: 'Missing Information', description, tone: 'destructive' });
    }
    once(formik.submitForm);
  }

  function place(typed: Customer) {
    return payFor(typed, async (request, key) => {
      const plan = await planFor(key);
      if (plan?.isShown) return onShowOrder(plan.orderId, plan.isPaid);
      if (plan?.isPaidAgain) return payOrder.mutateAsync(plan.orderId);
      // Read again: the key of a closed order has just been dropped.
      return placeOrder.mutateAsync({ request, key: keyForOrder(request) });
    });
  }

  /** The answer to whether the unpaid order with the same items is to be paid as it is. */
  function continueSimilarOrder({ id }: Order) {
    // Under no key: it is not the order that was typed, so sending that again asks again.
    once(() => payFor(values, () => payOrder.mutateAsync(id), ''));
  }

  /** The answer that it is to be cancelled and this one placed instead. */
  function replaceSimilarOrder({ id }: Order) {
    once(() =>
      payFor(values, (request, key) =>
        placeOrder.mutateAsync({ request: { ...request, replacesOrderId: id }, key }),
      ),
    );
  }

  /**
   * Goes to the bank's page with the form that `obtain` gets. A refusal is shown, and nothing that was typed is lost.
   * @param placedKey under which the order is remembered; by default that of what was typed
   */
  async function payFor(
    typed: Customer,
    obtain: (request: PlaceOrderRequest, key: string) => Promise<PlaceOrderReply | void>,
    placedKey?: string,
  ) {
    setProblems([]);
    setHadNoAnswer(false);
    setSimilarOrder(null);
    wait.end();
    try {
      const request = orderRequest(typed, lines, wishes, delivery);
      const reply = await obtain(request, keyForOrder(request));
      if (!reply) return;
      // Offline, the redirect would end on the browser's error page; sent again later, it is the same order.
      if (!navigator.onLine) throw new ConnectionError(null);
      setLeavingWith(lines);
      if (!(await bank.leave(reply.payment))) return;
      const key = placedKey ?? keyForOrder(request);
      rememberPlacedOrder({ orderId: reply.order.id, key, lines: [...lines] });
      onLeaveForBank();
    } catch (error) {
      refuse(typed, error);
    }
  }

  function refuse(typed: Customer, error: unknown) {
    if (!navigator.onLine && !(error instanceof ApiError)) return wait.begin();
    const refusal = readOrderRefusal(error);
    if (refusal.isFinal) forgetOrderKey();
    if (refusal.isDeliveryChanged) onDeliveryChanged();
    if (refusal.similarOrder) return setSimilarOrder(refusal.similarOrder);
    if (refusal.sameOrder) {
      return onShowOrder(refusal.sameOrder.id, planForEarlierOrder(refusal.sameOrder) === 'show-paid');
    }
    refused.refuse(typed, refusal.fields);
    setProblems(refusal.lines);
    setHadNoAnswer(refusal.outcomeUnknown);
    showToast({ title: 'Order Failed', description: refusal.message, error, tone: 'destructive' });
  }

  const isBusy = formik.isSubmitting || placeOrder.isPending || payOrder.isPending || bank.isLeaving;
  return {
    form,
    submit,
    isBusy,
    /** The cart is already empty while the bank's page is loading: the page keeps showing its lines. */
    lines: bank.isLeaving ? leavingWith : lines,
    problems: unresolvedProblems(problems, lines),
    /** An unpaid order with the same items; the buyer decides about it. */
    similarOrder,
    continueSimilarOrder,
    replaceSimilarOrder,
    closeQuestion: () => setSimilarOrder(null),
    /** The last try ended without an answer from the shop. */
    hadNoAnswer: hadNoAnswer && !isBusy,
    /** The last try failed because there was no connection. */
    retryState: isBusy ? ('none' as const) : wait.state,
    wishes,
    changeWishes,
    /** The props that an input needs. */
    field: (name: CustomerField) => ({
      ...formik.getFieldProps(name),
      required: true,
      error: (formik.touched[name] && formik.errors[name]) || refused.messageFor(name, values[name]),
    }),
  };
}

function showEmptyCartToast(): void {
  const description = 'Please add items to your cart before checking out';
  showToast({ title: 'Empty Cart', description, tone: 'destructive' });
}

/** What to do when the buyer has already been at the bank's page with exactly this order; null when not. */
async function planFor(key: string) {
  const earlier = recallPlacedOrder();
  const order = earlier?.key === key ? await findEarlierOrder(earlier.orderId) : null;
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
