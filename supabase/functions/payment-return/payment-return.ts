import type { Returned } from '../_shared/card-gateway/payment-decision.ts';
import { type Outcome, outcomeParameters, outcomePaths } from '../_shared/contract/payment-return.ts';
import { requireEdgeProxy } from '../_shared/http/edge-proxy-call.ts';
import { readLimited } from '../_shared/http/limited-body.ts';
import type { LogEntry } from '../_shared/logging/log.ts';
import { isUuid } from '../_shared/contract/uuid.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import { withRequestLine } from '../_shared/logging/request-line.ts';
import type { PaymentDecision } from '../_shared/supabase/sql-replies.ts';

export type PaymentReturnDeps = {
  edgeProxySecret: string;
  /** Asks the gateway and decides by its answer. @throws Refusal `not_found` for a trace and an order that are not ours */
  decidePayment(returned: Returned): Promise<PaymentDecision & { trace: string }>;
  log(entry: LogEntry): void;
};

/** The bank's form is about 3 kB. */
const maxFormBytes = 64_000;

/**
 * Takes the bank's cross-site POST, sent by the customer's browser to one of the four outcome addresses. The post is
 * unsigned: its trace, or the order that our own address names, is used only to query the gateway.
 * Redirects (303) to the page of the true outcome; the page reads the specification's query parameters.
 */
export function createPaymentReturn(deps: PaymentReturnDeps): (request: Request) => Promise<Response> {
  return withRequestLine(deps.log, async (request, log) => {
    const { origin } = requireEdgeProxy(request.headers, deps.edgeProxySecret);
    if (request.method !== 'POST') {
      throw new Refusal('method_not_allowed', { headers: { allow: 'POST' } });
    }
    const orderId = orderIn(new URL(request.url));
    const trace = traceIn(await readLimited(request, maxFormBytes));
    return seeOther(origin, await trueOutcome({ ...deps, log }, { trace, orderId }));
  });
}

type Destination = { outcome: Outcome; parameters: Record<string, string | null> };

async function trueOutcome(deps: PaymentReturnDeps, returned: Returned): Promise<Destination> {
  const { consumerOrderId, transactionIndex, errorCode, errorMessage, errorDetails, order } =
    outcomeParameters;
  if (!returned.trace && !returned.orderId) return unknownPayment();
  try {
    const decided = await deps.decidePayment(returned);
    deps.log({ level: 'info', event: 'payment_return', orderId: decided.orderId, outcome: decided.outcome });
    // Whoever knows only an order's id learns no more than how it went.
    if (decided.trace !== returned.trace)
      return { outcome: decided.outcome, parameters: { [order]: decided.orderId } };
    return {
      outcome: decided.outcome,
      parameters: {
        [consumerOrderId]: decided.reference,
        [transactionIndex]: decided.transactionId,
        [errorCode]: decided.errorCode,
        [errorMessage]: decided.errorMessage,
        [errorDetails]: decided.outcome === 'error' ? decided.errorMessage : null,
        [order]: decided.orderId,
      },
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return unknownPayment();
    // The customer may have paid: an unknown outcome is shown as undecided, never as failed.
    deps.log({ level: 'error', event: 'payment_return_failed', message: String(error) });
    return { outcome: 'tryLater', parameters: { [order]: returned.orderId } };
  }
}

function unknownPayment(): Destination {
  return {
    outcome: 'error',
    parameters: {
      [outcomeParameters.errorDetails]: 'This payment does not belong to an order of this shop.',
    },
  };
}

function seeOther(origin: string, { outcome, parameters }: Destination): Response {
  const target = new URL(outcomePaths[outcome], origin);
  for (const [name, value] of Object.entries(parameters)) {
    if (value) target.searchParams.set(name, value.slice(0, 300));
  }
  return new Response(null, {
    status: 303,
    headers: { location: target.href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

/** The order that our own address names, also when the bank has added something to it: `?order=<id>?RESULT=0`. */
const orderIn = ({ searchParams }: URL): string | null =>
  searchParams
    .getAll(outcomeParameters.order)
    .map((named) => named.trim().slice(0, 36))
    .find(isUuid) ?? null;

/**
 * The first trace in a body: as a form, in parts or as JSON, its name in any case, its value in capitals or with spaces
 * around it. A field without a trace is passed over.
 */
function traceIn(body: string): string | null {
  const [, trace] =
    /lite_merchant_trace(?:%[0-9a-f]{2}|[^0-9a-z])*([0-9a-f]{64})(?![0-9a-f])/i.exec(body) ?? [];
  return trace?.toLowerCase() ?? null;
}
