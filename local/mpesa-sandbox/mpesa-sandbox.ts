import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { noAnswer, pass } from '../gateway-sandbox/no-answer.ts';
import { switchboard } from '../gateway-sandbox/switchboard.ts';
import { localMpesa } from './local-mpesa.ts';
import { type MpesaBehaviour, mpesaFaults, openMpesaFaults } from './mpesa-behaviour.ts';
import type { MpesaLedger, Prompt } from './mpesa-ledger.ts';
import { mpesaPayments, newRequestId, type PhoneAnswer, resultTexts } from './mpesa-payments.ts';
import {
  fieldsOf,
  isAmount,
  isPhone,
  readPullQuery,
  type Refusal,
  refusalOfMerchant,
  refusalOfPush,
  refusalOfRegistration,
  serverError,
  unknownPrompt,
} from './mpesa-requests.ts';
import { businessName, showPhone } from './phone-page.ts';

export type MpesaSandboxOptions = {
  clock?: () => Date;
  /** Milliseconds pass; tests do not wait for them. */
  wait?: (milliseconds: number) => Promise<void>;
  /** Tells the shop something; nobody learns whether it has heard. */
  post?: (url: string, body: unknown) => Promise<void>;
  /** Addresses that may be called although they are not public. */
  isPublic?: (url: string) => boolean;
  /** Where confirmations go until another address is registered. */
  confirmationUrl?: string;
};

const path = '/daraja';
const tokenLivesMs = 3599_000;
const rowsOfPull = 100;
const hoursOfPull = 48;

/**
 * Stands in for M-Pesa (Safaricom's API Daraja), from `/daraja` on, and for the payer's phone, at `/daraja/phone`. A push
 * puts a prompt on that phone; a call-back that nobody signed tells its end, and only the query is proof. What goes wrong
 * on that road is set at `/daraja/faults`, as for the card gateway; `/daraja/ledger` tells what happened to the money, with
 * `?phone=` to that of one phone.
 */
export function createMpesaSandbox(options: MpesaSandboxOptions) {
  const { isPublic = () => false, clock = () => new Date(), wait = pass, post = postJson } = options;
  const { key, secret, shortcode } = localMpesa;
  const ledger: MpesaLedger = { prompts: [], payments: [] };
  const faultSettings = openMpesaFaults();
  /** Until when each token is good, in milliseconds. */
  const tokens = new Map<string, number>();
  let confirmationUrl = options.confirmationUrl ?? null;
  const payments = mpesaPayments({
    ledger,
    faultSettings,
    clock,
    wait,
    post,
    confirmationUrl: () => confirmationUrl,
  });

  const bodyOf = async (context: Context) => fieldsOf(await context.req.json().catch(() => null));
  const refuse = (context: Context, { status, ...error }: Refusal) =>
    context.json({ requestId: newRequestId(), ...error }, status);

  const app = new Hono().basePath(path);
  app.use(bodyLimit({ maxSize: 64 * 1024 }));
  app.use(async (context, next) => {
    payments.settleDue();
    await next();
    context.header('Cache-Control', 'no-store');
  });

  app.get('/oauth/v1/generate', (context) => {
    const expected = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    const isRight = context.req.header('authorization') === expected;
    if (!isRight || context.req.query('grant_type') !== 'client_credentials') return context.body(null, 400);
    const token = randomBytes(21).toString('base64url');
    tokens.set(token, clock().getTime() + tokenLivesMs);
    return context.json({ access_token: token, expires_in: '3599' });
  });
  for (const api of ['/mpesa/*', '/pulltransactions/*'])
    app.use(api, async (context, next) => {
      const token = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
      const isGood = (tokens.get(token) ?? 0) > clock().getTime();
      if (faultSettings.current().behaviour.tokenExpires) tokens.delete(token);
      if (isGood) return next();
      return refuse(context, {
        status: 404,
        errorCode: '404.001.03',
        errorMessage: 'Invalid Access Token',
      });
    });

  app.post('/mpesa/stkpush/v1/processrequest', async (context) => {
    const field = await bodyOf(context);
    const refusal = refusalOfPush(field, isPublic);
    if (refusal) return refuse(context, refusal);
    const push = {
      account: field('AccountReference'),
      phone: field('PhoneNumber'),
      amount: Number(field('Amount')),
      callBackUrl: field('CallBackURL'),
    };
    const behaviour = faultSettings.behaviourOf({ ...push, checkoutId: null }).push;
    if (behaviour === 'refused500') return refuse(context, serverError('Unable to lock subscriber'));
    if (behaviour === 'systemBusy26')
      return context.json({
        ResponseCode: '26',
        ResponseDescription: 'System busy. Please try again later.',
      });
    const prompt = payments.prompt(push);
    if (behaviour === 'neverAnswers') return noAnswer(wait);
    return context.json({
      MerchantRequestID: prompt.merchantId,
      CheckoutRequestID: prompt.checkoutId,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
  });

  app.post('/mpesa/stkpushquery/v1/query', async (context) => {
    const field = await bodyOf(context);
    const refusal = refusalOfMerchant(field);
    if (refusal) return refuse(context, refusal);
    const prompt = payments.find(field('CheckoutRequestID'));
    if (!prompt) return refuse(context, unknownPrompt);
    const earlierQueries = payments.recordQuery(prompt);
    const { query, queryFaultAsks } = faultSettings.behaviourOf(prompt);
    const isNormal = queryFaultAsks > 0 && earlierQueries >= queryFaultAsks;
    return answerQuery(context, prompt, isNormal ? 'right' : query);
  });

  const answerQuery = (context: Context, prompt: Prompt, query: MpesaBehaviour['query']) => {
    const answer = (code: number) =>
      context.json({
        ResponseCode: '0',
        ResponseDescription: 'The service request has been accepted successsfully',
        MerchantRequestID: prompt.merchantId,
        CheckoutRequestID: prompt.checkoutId,
        ResultCode: String(code),
        ResultDesc: resultTexts[code],
      });
    const spikeArrest = { errorCode: '500.003.02', errorMessage: 'Spike arrest violation' };
    const answers: Record<MpesaBehaviour['query'], () => Response | Promise<Response>> = {
      right: () => answer(prompt.code ?? 4999),
      pending4999ForAsks: () => answer(4999),
      pending500: () => refuse(context, serverError('The transaction is being processed')),
      error500: () => context.text('Internal Server Error', 500),
      garbage: () => context.html('{"ResponseCode":"0","ResultCode":"0"<html><title>Incapsula</title>'),
      never: () => noAnswer(wait),
      unknown7777: () => answer(7777),
      spikeArrest429: () => refuse(context, { status: 429, ...spikeArrest }),
    };
    return answers[query]();
  };

  app.post('/mpesa/c2b/v2/registerurl', async (context) => {
    const field = await bodyOf(context);
    const refusal = refusalOfRegistration(field, isPublic);
    if (refusal) return refuse(context, refusal);
    confirmationUrl = field('ConfirmationURL');
    // Misspelt by Daraja.
    const id = { OriginatorCoversationID: newRequestId() };
    return context.json({ ...id, ResponseCode: '0', ResponseDescription: 'Success' });
  });

  app.post('/pulltransactions/v1/query', async (context) => {
    const asked = readPullQuery(await bodyOf(context));
    if ('errorCode' in asked) return refuse(context, asked);
    const { pull } = faultSettings.current().behaviour;
    if (pull === 'off')
      return refuse(context, { status: 404, errorCode: '404.001.01', errorMessage: 'Resource not found' });
    if (pull === 'error500') return context.text('Internal Server Error', 500);
    const oldest = Math.max(asked.from, clock().getTime() - hoursOfPull * 3600_000);
    const found = payments
      .paid()
      .filter(({ at }) => Date.parse(at) >= oldest && Date.parse(at) <= asked.until);
    const page = pull === 'empty' ? [] : found.slice(asked.skipped, asked.skipped + rowsOfPull);
    const rows = page.map((payment) => ({
      transactionId: payment.receipt,
      trxDate: payment.at.replace(/\.\d+/, ''),
      msisdn: `${payment.phone.slice(0, 4)}*****${payment.phone.slice(-3)}`,
      sender: 'MPESA',
      transactiontype: 'c2b-pay-bill-debit',
      billreference: payment.account,
      amount: payment.amount.toFixed(2),
      organizationname: businessName,
    }));
    const [ResponseCode, ResponseMessage] =
      rows.length > 0 ? ['1000', 'Success'] : ['1001', 'No transactions'];
    const id = { ResponseRefID: newRequestId() };
    return context.json({ ...id, ResponseCode, ResponseMessage, Response: rows.length > 0 ? [rows] : [] });
  });

  const phone = { payments, path };
  app.get('/phone', (context) => showPhone(context, phone));
  app.post('/phone/prompts/:checkoutId', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const pin = form.get('pin') ?? '';
    const prompt = payments.find(context.req.param('checkoutId'));
    const answers: Partial<Record<string, PhoneAnswer>> = { cancel: 'cancels', ignore: 'ignores' };
    const typed: Partial<Record<string, PhoneAnswer>> = { '0000': 'wrongPin', '1111': 'noBalance' };
    const action = form.get('action') ?? '';
    const answer = action === 'pay' && /^\d{4}$/.test(pin) ? (typed[pin] ?? 'pays') : answers[action];
    if (!answer) return showPhone(context, phone, 'A PIN has four digits.');
    if (!prompt || !payments.answer(prompt, answer))
      return showPhone(context, phone, 'This prompt has gone from the phone.');
    return context.redirect(`${path}/phone`, 303);
  });
  app.post('/phone/paybill', async (context) => {
    const form = new URLSearchParams(await context.req.text());
    const [to, account, amount, from, name] = ['shortcode', 'account', 'amount', 'phone', 'name'].map(
      (field) => (form.get(field) ?? '').trim(),
    ) as [string, string, string, string, string];
    const isRight = to === shortcode && account !== '' && isAmount(amount) && isPhone(from);
    const wantsJson = context.req.header('accept')?.includes('application/json');
    const problem = `Pay to ${shortcode} from 1 to 250000 whole shillings, from a phone 254…, for an account.`;
    if (!isRight)
      return wantsJson ? context.json({ message: problem }, 400) : showPhone(context, phone, problem);
    const { receipt } = payments.payByHand({ account, amount: Number(amount), phone: from, name });
    return wantsJson ? context.json({ receipt }) : context.redirect(`${path}/phone`, 303);
  });

  app.get('/ledger', (context) => {
    const phone = context.req.query('phone');
    const isAsked = (entry: { phone: string }) => phone === undefined || entry.phone === phone;
    return context.json({
      prompts: ledger.prompts.filter(isAsked),
      payments: ledger.payments.filter(isAsked),
    });
  });
  app.get('/', (context) => context.redirect(`${path}/faults`));
  const links = () =>
    html`<p>
      <a href="${path}/phone">The payer’s phone</a> · <a href="${path}/ledger">Ledger as JSON</a> ·
      <a href="/faults">Faults of the card gateway</a>
    </p>`;
  const board = { faultSettings, table: mpesaFaults, path: `${path}/faults`, below: links };
  app.route('/faults', switchboard({ ...board, namedBy: 'phone, account or CheckoutRequestID' }));
  return { app, ledger, faultSettings };
}

async function postJson(url: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  };
  await fetch(url, request).then(
    (answer) => answer.body?.cancel(),
    () => {},
  );
}
