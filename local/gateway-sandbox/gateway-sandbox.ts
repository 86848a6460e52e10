import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  type AuthoriseRules,
  checkAuthoriseForm,
  isSameForm,
  isSameGuid,
  returnUrlOf,
} from './authorise-request.ts';
import { answerPage } from './bank-answer.ts';
import { cardProcessor } from './card-processor.ts';
import { checkCardForm, type TypedCard, typedCardOf } from './card-form.ts';
import { formRefused, type ReturnAddress, returnAddressOf, testCards } from './card-outcome.ts';
import { cardPage, type CardPage } from './card-page.ts';
import type { GatewayBehaviour } from './gateway-behaviour.ts';
import { type Transaction, type GatewayLedger, openGatewayLedger } from './gateway-ledger.ts';
import { sandboxHomePage } from './ledger-pages.ts';
import { type PostedForm, postedFormOf, readPostedForm } from './posted-form.ts';
import { deadEndPage, returnFields, returnPage } from './return-page.ts';
import { statusAnswers } from './status-answers.ts';
import { openFaultSettings, type FaultSettings } from './fault-settings.ts';
import { faultRoutes } from './fault-routes.ts';

export type GatewaySandboxOptions = {
  /** The merchant's GUID, with or without braces. */
  applicationId: string;
  /** Null while the transaction token is switched off. */
  sharedSecret: string | null;
  tokenPrefix?: 'x:' | '';
  /** `/Lite/Authorise.aspx`, as the merchant's token has it. */
  tokenResource: string;
  /** JSON lines, only ever added to. */
  ledgerFile: string;
  currency: string;
  merchantName?: string;
  /** What is wrong with the gateway from the start; the fault settings change it. */
  behaviour?: Partial<GatewayBehaviour>;
  clock?: () => Date;
  /** From 0 up to 1, for the cards whose answer is a matter of chance. */
  random?: () => number;
  /** Milliseconds pass; tests do not wait for them. */
  wait?: (milliseconds: number) => Promise<void>;
};

/**
 * Stands in for the bank's hosted card page, built from the gateway's published description. The buyer's browser
 * posts a form, types a card, and is posted back with a result that nobody signed; only the status query is proof.
 * What goes wrong on that road is set at `/faults`.
 */
export function createGatewaySandbox(options: GatewaySandboxOptions): {
  app: Hono;
  ledger: GatewayLedger;
  faultSettings: FaultSettings;
} {
  const { applicationId, sharedSecret, tokenPrefix = '', tokenResource, currency } = options;
  const { merchantName = 'Instruments & Current', wait = pass } = options;
  const { clock = () => new Date(), random = Math.random } = options;

  const ledger = openGatewayLedger(options.ledgerFile);
  const faultSettings = openFaultSettings(options.behaviour);
  const processor = cardProcessor({ ledger, currency, faultSettings, clock, random });
  const answerStatus = statusAnswers({ faultSettings, processor, wait });
  const rules: AuthoriseRules = {
    applicationId,
    token: sharedSecret === null ? null : { sharedSecret, tokenPrefix, tokenResource },
    currency,
  };

  const showCard = (context: Context, transaction: Transaction, filled: Partial<CardPage> = {}) =>
    answerPage(context, 200, (nonce) =>
      cardPage({
        nonce,
        merchantName,
        reference: transaction.reference,
        amountInCents: transaction.amountInCents,
        currency: transaction.currency,
        trace: transaction.trace,
        typed: { number: '', name: '', expiry: '' },
        securityCode: '',
        errors: {},
        ...filled,
      }),
    );
  const sendBack = (context: Context, form: PostedForm, transaction: Transaction) =>
    sendBuyerBack(context, form, transaction, faultSettings.behaviourOf(transaction));

  const app = new Hono();
  app.use('/Lite/*', bodyLimit({ maxSize: 64 * 1024 }));
  app.use(async (_context, next) => {
    processor.approveDue();
    await next();
  });

  app.post('/Lite/Authorise.aspx', async (context) => {
    const form = readPostedForm(await context.req.text());
    const request = checkAuthoriseForm(form, rules);
    if (typeof request === 'string') return sendBack(context, form, processor.refuse(form, request));
    const known = ledger.find(request.trace);
    if (known === null) return showCard(context, processor.open(request, form));
    // A buyer who went back goes on where they were: no trace ever takes the money a second time.
    if (known.state === 'refused' || !isSameForm(known.form, form.entries)) {
      return sendBack(context, form, processor.refuse(form, 'Lite_Merchant_Trace was used before'));
    }
    return known.state === 'waiting' ? showCard(context, known) : sendBack(context, form, known);
  });

  app.post('/Lite/Card', async (context) => {
    const form = readPostedForm(await context.req.text());
    const transaction = ledger.find(form.get('Trace') ?? '');
    if (transaction === null || transaction.state === 'refused') {
      const sentence = 'This payment is not known here. Go back to the shop and start the payment again.';
      return answerPage(context, 404, (nonce) =>
        deadEndPage({ nonce, heading: 'No such payment', sentence }),
      );
    }
    const asPosted = postedFormOf(transaction.form);
    // The answer stands: sending the card twice shows it again and charges nothing.
    if (transaction.state === 'finished') return sendBack(context, asPosted, transaction);

    const action = form.get('Action');
    if (action === 'Fill') {
      const typed = testCardOf(form.get('TestCard'), clock());
      return showCard(context, transaction, typed === null ? {} : { typed, securityCode: '123' });
    }
    if (action === 'Cancel') return sendBack(context, asPosted, processor.cancel(transaction));
    const card = checkCardForm(form, clock());
    if ('errors' in card)
      return showCard(context, transaction, { typed: typedCardOf(form), errors: card.errors });
    return sendBack(context, asPosted, processor.pay(transaction, card));
  });

  app.post('/Lite/AuthoriseInfo.aspx', async (context) => {
    const form = readPostedForm(await context.req.text());
    const requestedId = form.get('Lite_Merchant_ApplicationId') ?? '';
    const trace = form.get('Lite_Merchant_Trace') ?? '';
    const known = isSameGuid(requestedId, applicationId) ? ledger.find(trace) : null;
    return answerStatus(context, { applicationId: requestedId, trace, known });
  });

  app.get('/ledger', (context) => {
    context.header('Cache-Control', 'no-store');
    return context.json({ transactions: ledger.lines() });
  });
  app.get('/', (context) =>
    answerPage(context, 200, (nonce) => sandboxHomePage({ nonce, lines: ledger.lines() })),
  );
  app.route('/faults', faultRoutes(faultSettings));
  return { app, ledger, faultSettings };
}

const headings: Record<ReturnAddress, string> = {
  successful: 'Payment approved',
  fail: 'Payment declined',
  tryLater: 'Payment not completed',
  error: 'Payment not made',
};

function sendBuyerBack(
  context: Context,
  form: PostedForm,
  transaction: Transaction,
  behaviour: GatewayBehaviour,
): Promise<Response> {
  if (behaviour.returnLost) {
    const sentence =
      'The connection to the bank was lost. Nobody can tell from here whether the card was charged.';
    return answerPage(context, 200, (nonce) => deadEndPage({ nonce, heading: 'Connection lost', sentence }));
  }
  const address = returnAddressOf(transaction.status ?? formRefused);
  const url = returnUrlOf(form, behaviour.returnAddress === 'right' ? address : behaviour.returnAddress);
  const heading = headings[address];
  const sentence = `${transaction.description}.`;
  if (url === null) return answerPage(context, 400, (nonce) => deadEndPage({ nonce, heading, sentence }));
  const fields = returnFields(form, transaction);
  if (behaviour.returnStatus !== '') fields.set('LITE_PAYMENT_CARD_STATUS', behaviour.returnStatus);
  return answerPage(
    context,
    200,
    (nonce) => returnPage({ nonce, url, fields, heading, sentence, behaviour }),
    url,
  );
}

function testCardOf(name: string | null, now: Date): TypedCard | null {
  const card = testCards.find((one) => one.name === name);
  if (card === undefined) return null;
  const year = String(now.getUTCFullYear() + 3).slice(-2);
  return {
    number: card.number.replace(/(.{4})(?=.)/g, '$1 '),
    name: 'Test Card Holder',
    expiry: `12/${year}`,
  };
}

/** Does not keep the process alive. */
function pass(milliseconds: number): Promise<void> {
  return milliseconds === 0
    ? Promise.resolve()
    : new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
