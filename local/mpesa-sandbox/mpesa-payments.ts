import { createHash, randomInt } from 'node:crypto';
import { bankTime } from '../gateway-sandbox/bank-page.ts';
import { localMpesa } from './local-mpesa.ts';
import type { MpesaBehaviour, MpesaFaultSettings } from './mpesa-behaviour.ts';
import type { MpesaLedger, PaybillPayment, Prompt } from './mpesa-ledger.ts';

const promptLivesMs = 60_000;
/** How long a phone that answers by itself takes; the push is answered by then. */
const phoneAnswersMs = 300;
/** Longer than a buyer stays on the page that waits. */
const pastPageMs = 300_000;

const [paid, balanceTooLow, cancelled, noAnswer, wrongPin] = [0, 1, 1032, 1037, 2001];

export const resultTexts: Record<number, string> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  1032: 'Request Cancelled by user.',
  1037: 'DS timeout user cannot be reached.',
  2001: 'The initiator information is invalid.',
  4999: 'The transaction is still under processing',
  7777: 'Unknown result',
};

export type PhoneAnswer = 'pays' | 'wrongPin' | 'noBalance' | 'cancels' | 'ignores';
type Push = Pick<Prompt, 'account' | 'phone' | 'amount' | 'callBackUrl'>;
type ByHand = Pick<PaybillPayment, 'account' | 'phone' | 'amount' | 'name'>;
export type MpesaPayments = ReturnType<typeof mpesaPayments>;

/** What happens to prompts and to payments by hand, and whom M-Pesa tells. No prompt takes the money twice. */
export function mpesaPayments(options: {
  ledger: MpesaLedger;
  faultSettings: MpesaFaultSettings;
  clock: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  post: (url: string, body: unknown) => Promise<void>;
  /** Null while none is registered. */
  confirmationUrl: () => string | null;
}) {
  const { ledger, faultSettings, clock, wait, post } = options;
  const receipts = new Set<string>();
  const inMs = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString();
  const now = () => inMs(0);
  const later = (milliseconds: number, act: () => unknown) => void wait(milliseconds).then(act, () => {});

  /** Begins with the day in Nairobi as real ones do: year, month and day, a character each. */
  const newReceipt = (): string => {
    const [year = 0, month = 0, day = 0] = bankTime(now()).split(/\D/).map(Number);
    const signs = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const date = `${signs[((year - 2006) % 26) + 9]}${signs[month + 8]}${signs[day - 1]}`;
    const receipt = date + Array.from({ length: 7 }, () => signs[randomInt(signs.length)]).join('');
    if (receipts.has(receipt)) return newReceipt();
    receipts.add(receipt);
    return receipt;
  };

  const tell = (url: string, delays: number[], body: unknown) => {
    for (const delay of delays) later(delay, () => post(url, body).catch(() => {}));
  };

  const callBack = (prompt: Prompt, code: number, receipt = prompt.receipt) => {
    const behaviour = faultSettings.behaviourOf(prompt);
    const { callbackAmountOff, callbackWithoutMetadata, codesAsStrings, lateMs } = behaviour;
    const delays: Record<MpesaBehaviour['callback'], number[]> = {
      right: [0],
      lost: [],
      thrice: [0, 0, 0],
      late: [lateMs],
      delayedPastPage: [pastPageMs],
      thriceAndLate: [0, 0, 0, lateMs],
    };
    const items = [
      { Name: 'Amount', Value: prompt.amount + callbackAmountOff },
      { Name: 'MpesaReceiptNumber', Value: receipt },
      { Name: 'Balance' },
      { Name: 'TransactionDate', Value: Number(digitsOf(prompt.at ?? now())) },
      { Name: 'PhoneNumber', Value: Number(prompt.phone) },
    ];
    const stkCallback = {
      MerchantRequestID: prompt.merchantId,
      CheckoutRequestID: prompt.checkoutId,
      ResultCode: codesAsStrings ? String(code) : code,
      ResultDesc: resultTexts[code],
      ...(code === paid && !callbackWithoutMetadata && { CallbackMetadata: { Item: items } }),
    };
    tell(prompt.callBackUrl, delays[behaviour.callback], { Body: { stkCallback } });
  };

  const confirm = (payment: Prompt | PaybillPayment, name: string) => {
    const { confirmation, lateMs } = faultSettings.behaviourOf(payment);
    const url = options.confirmationUrl();
    if (url === null) return;
    const delays = { right: [0], lost: [], thrice: [0, 0, 0], late: [lateMs] };
    tell(url, delays[confirmation], {
      TransactionType: 'Pay Bill',
      TransID: payment.receipt,
      TransTime: digitsOf(payment.at ?? now()),
      TransAmount: payment.amount.toFixed(2),
      BusinessShortCode: localMpesa.shortcode,
      BillRefNumber: payment.account,
      InvoiceNumber: '',
      OrgAccountBalance: '',
      ThirdPartyTransID: '',
      MSISDN: createHash('sha256').update(payment.phone).digest('hex'),
      FirstName: name.split(' ')[0],
      MiddleName: '',
      LastName: '',
    });
  };

  const finish = (prompt: Prompt, code: number, at = now()) => {
    Object.assign(prompt, { code, answered: true, paysLater: null });
    if (code === paid) Object.assign(prompt, { moneyMoved: prompt.amount, receipt: newReceipt(), at });
    callBack(prompt, code);
    if (code === paid && faultSettings.behaviourOf(prompt).confirmsPrompts) confirm(prompt, 'TEST');
  };

  const pay = (prompt: Prompt) => {
    const { firstCode, laterAsks, paysAfterMs } = faultSettings.behaviourOf(prompt);
    if (firstCode === '' && paysAfterMs === 0) return finish(prompt, paid);
    if (firstCode !== '') finish(prompt, Number(firstCode));
    prompt.answered = true;
    prompt.paysLater = paysAfterMs === 0 ? { afterAsks: laterAsks } : { at: inMs(paysAfterMs) };
    if (paysAfterMs > 0) later(paysAfterMs, settleDue);
  };

  const isOpen = (prompt: Prompt) => !prompt.answered && prompt.openedAt > inMs(-promptLivesMs);

  /** What the payer does with a prompt; false when it is no longer on the phone. */
  const answer = (prompt: Prompt, given: PhoneAnswer): boolean => {
    if (!isOpen(prompt)) return false;
    if (given === 'pays') pay(prompt);
    else if (given === 'ignores') prompt.answered = true;
    else finish(prompt, { wrongPin, noBalance: balanceTooLow, cancels: cancelled }[given]);
    return true;
  };

  /** Ends what time has ended. Called before anybody reads the ledger. */
  function settleDue() {
    const [time, ended] = [now(), inMs(-promptLivesMs)];
    for (const prompt of ledger.prompts) {
      const { paysLater } = prompt;
      if (paysLater && 'at' in paysLater && paysLater.at <= time) finish(prompt, paid, paysLater.at);
      const ranOut = prompt.openedAt <= ended;
      if (prompt.code === null && prompt.paysLater === null && ranOut) finish(prompt, noAnswer);
    }
  }

  return {
    answer,
    settleDue,
    find: (checkoutId: string) => ledger.prompts.find((prompt) => prompt.checkoutId === checkoutId),
    openPrompts: () => ledger.prompts.filter(isOpen),

    prompt(push: Push): Prompt {
      const prompt: Prompt = {
        ...push,
        checkoutId: `ws_CO_${digitsOf(now())}${String(ledger.prompts.length).padStart(4, '0')}${push.phone.slice(3)}`,
        merchantId: newRequestId(),
        openedAt: now(),
        answered: false,
        code: null,
        paysLater: null,
        asks: 0,
        moneyMoved: 0,
        receipt: null,
        at: null,
      };
      ledger.prompts.push(prompt);
      if (faultSettings.behaviourOf(prompt).callbackForgedFirst) callBack(prompt, paid, newReceipt());
      later(phoneAnswersMs, () => {
        const { answersFor } = faultSettings.behaviourOf(prompt);
        if (answersFor !== 'none') answer(prompt, answersFor);
      });
      later(promptLivesMs + 50, settleDue);
      return prompt;
    },

    /** Counts a query; what was to be paid after so many is paid now. Returns how many there were before. */
    recordQuery(prompt: Prompt): number {
      const { paysLater } = prompt;
      if (paysLater && 'afterAsks' in paysLater && paysLater.afterAsks-- === 0) finish(prompt, paid);
      return prompt.asks++;
    },

    payByHand(payment: ByHand): PaybillPayment {
      const made = { moneyMoved: payment.amount, receipt: newReceipt(), at: now(), checkoutId: null };
      const entry: PaybillPayment = { ...payment, ...made };
      ledger.payments.push(entry);
      confirm(entry, payment.name);
      return entry;
    },

    /** Everything that was paid, oldest first. */
    paid: () =>
      [...ledger.prompts, ...ledger.payments]
        .flatMap(({ receipt, at, ...rest }) => (receipt && at ? [{ ...rest, receipt, at }] : []))
        .sort((one, other) => one.at.localeCompare(other.at)),
  };
}

/** `20260304120506`, in Nairobi. */
const digitsOf = (utc: string) => bankTime(utc).replace(/\D/g, '');

export const newRequestId = () => `${randomInt(10_000, 99_999)}-${randomInt(10_000_000, 99_999_999)}-1`;
