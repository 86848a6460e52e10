import { nairobiMinute } from '@contract/nairobi-time.ts';
import type { Order, OrderPayment } from '@contract/orders.ts';

/** Whether Safaricom, and not the bank, says what became of the latest attempt. A stored order may know no prompt. */
export const isByPrompt = ({ method, prompt }: OrderPayment): boolean =>
  method === 'mpesa' && prompt ? !prompt.isPaid : false;

/** Whether nobody knows yet what becomes of a request. */
export const isPromptOpen = (payment: OrderPayment): boolean =>
  isByPrompt(payment) && Boolean(payment.prompt?.isOpen);

/** Whether a phone asks for its PIN now: nothing else is paid meanwhile. */
export const isAtPhone = ({ nextStep, payment }: Pick<Order, 'nextStep' | 'payment'>): boolean =>
  nextStep === 'wait' && isPromptOpen(payment);

/** Whether the phone has said no, which Safaricom is asked about once more. */
export const isAnswered = (payment: OrderPayment): boolean =>
  isPromptOpen(payment) && payment.prompt?.code === '1032';

/** When other ways to pay come back while a request blocks them. */
export const otherWaysText = ({ prompt }: OrderPayment): string =>
  prompt?.blocksUntil
    ? ` Other ways to pay are offered after ${nairobiMinute(prompt.blocksUntil).slice(11)}.`
    : '';
