import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { bodyLimit } from 'hono/body-limit';
import {
  type AuthoriseRules,
  checkAuthoriseForm,
  isSameForm,
  isSameGuid,
  type PostedForm,
  postedForm,
} from './authorise-form.ts';
import { showPage } from './bank-page.ts';
import { checkCardForm, filledWith, showCardPage } from './card-page.ts';
import { cardProcessor } from './card-processor.ts';
import { gatewayFaults, openGatewayFaults } from './gateway-behaviour.ts';
import { openGatewayLedger, type Transaction } from './gateway-ledger.ts';
import { pass } from './no-answer.ts';
import { sendBuyerBack } from './return-page.ts';
import { statusAnswers } from './status-query.ts';
import { switchboard } from './switchboard.ts';

export type GatewaySandboxOptions = AuthoriseRules & {
  /** JSON lines, only ever added to. */
  ledgerFile: string;
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
export function createGatewaySandbox(options: GatewaySandboxOptions) {
  const { applicationId } = options;
  const { clock = () => new Date(), random = Math.random, wait = pass } = options;

  const ledger = openGatewayLedger(options.ledgerFile);
  const faultSettings = openGatewayFaults();
  const processor = cardProcessor({ ledger, faultSettings, clock, random });
  const answerStatus = statusAnswers({ faultSettings, processor, wait });

  const formOf = async (context: Context) => postedForm([...new URLSearchParams(await context.req.text())]);
  const sendBack = (context: Context, form: PostedForm, transaction: Transaction) =>
    sendBuyerBack(context, form, transaction, faultSettings.behaviourOf(transaction));

  const app = new Hono();
  app.use('/Lite/*', bodyLimit({ maxSize: 64 * 1024 }));
  app.use(async (context, next) => {
    const isOurs = /^\/(faults|ledger)\b/.test(context.req.path);
    if (faultSettings.current().behaviour.isDown && !isOurs) return context.text('Service Unavailable', 503);
    processor.approveDue();
    await next();
    context.header('Cache-Control', 'no-store');
  });

  app.post('/Lite/Authorise.aspx', async (context) => {
    const form = await formOf(context);
    const request = checkAuthoriseForm(form, options);
    if (typeof request === 'string') return sendBack(context, form, processor.refuse(form, request));
    const known = ledger.find(request.trace);
    if (known === null) return showCardPage(context, processor.open(request, form));
    // A buyer who went back goes on where they were: no trace ever takes the money a second time.
    if (known.state === 'refused' || !isSameForm(known.form, form.entries))
      return sendBack(context, form, processor.refuse(form, 'Lite_Merchant_Trace was used before'));
    return known.state === 'waiting' ? showCardPage(context, known) : sendBack(context, form, known);
  });

  app.post('/Lite/Card', async (context) => {
    const form = await formOf(context);
    const transaction = ledger.find(form.get('Trace'));
    if (transaction === null || transaction.state === 'refused') {
      const sentence = html`<p>Go back to the shop and start the payment again.</p>`;
      return showPage(context, 'No such payment', sentence, { status: 404 });
    }
    const asPosted = postedForm(transaction.form);
    // The answer stands: sending the card twice shows it again and charges nothing.
    if (transaction.state === 'finished') return sendBack(context, asPosted, transaction);
    switch (form.get('Action')) {
      case 'Fill':
        return showCardPage(context, transaction, { typed: filledWith(form.get('TestCard'), clock()) });
      case 'Cancel':
        return sendBack(context, asPosted, processor.cancel(transaction));
    }
    const card = checkCardForm(form, clock());
    if ('typed' in card) return showCardPage(context, transaction, { ...card, isWrong: true });
    return sendBack(context, asPosted, processor.pay(transaction, card));
  });

  app.post('/Lite/AuthoriseInfo.aspx', async (context) => {
    const form = await formOf(context);
    const requestedId = form.get('Lite_Merchant_ApplicationId');
    const trace = form.get('Lite_Merchant_Trace');
    const known = isSameGuid(requestedId, applicationId) ? ledger.find(trace) : null;
    return answerStatus(context, { applicationId: requestedId, trace }, known);
  });

  app.get('/ledger', (context) => context.json({ transactions: ledger.lines() }));
  app.get('/', (context) => context.redirect('/faults'));
  const links = () =>
    html`<p>
      <a href="/ledger">Ledger as JSON</a> · <a href="/mailbox">Mailbox</a> ·
      <a href="/daraja/faults">Faults of M-Pesa</a> · <a href="/daraja/phone">The payer’s phone</a>
    </p>`;
  const board = { faultSettings, table: gatewayFaults, path: '/faults', below: links };
  app.route('/faults', switchboard({ ...board, namedBy: 'reference or trace' }));
  return { app, ledger, faultSettings };
}
