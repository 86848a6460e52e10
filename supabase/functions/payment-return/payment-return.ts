import { type Outcome, outcomeParameters, outcomePaths } from '../_shared/contract/payment-return.ts';
import { requireEdgeProxy } from '../_shared/http/edge-proxy-call.ts';
import { readLimited } from '../_shared/http/limited-body.ts';
import type { LogEntry } from '../_shared/http/log.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import { withRequestLine } from '../_shared/http/request-line.ts';
import type { Settlement } from '../_shared/supabase/sql-replies.ts';

export type PaymentReturnDeps = {
  edgeProxySecret: string;
  /** Asks the gateway and settles by its answer. @throws Refusal `not_found` for a trace that is not ours */
  settlePayment(trace: string): Promise<Settlement>;
  log(entry: LogEntry): void;
};

/** The bank's form is about 3 kB. */
const maxFormBytes = 64_000;

/**
 * Takes the bank's cross-site POST, sent by the customer's browser to one of the four outcome addresses.
 * The post is unsigned, so only its trace is used, and only to query the gateway.
 * Redirects (303) to the page of the true outcome; the page reads the specification's query parameters.
 */
export function createPaymentReturn(deps: PaymentReturnDeps): (request: Request) => Promise<Response> {
  return withRequestLine(deps.log, async (request, log) => {
    const { origin } = requireEdgeProxy(request.headers, deps.edgeProxySecret);
    if (request.method !== 'POST') {
      throw new Refusal('method_not_allowed', { headers: { allow: 'POST' } });
    }
    const form = lowerCased(new URLSearchParams(await readLimited(request, maxFormBytes)));
    return seeOther(origin, await trueOutcome({ ...deps, log }, form));
  });
}

type Destination = { outcome: Outcome; parameters: Record<string, string | null> };

async function trueOutcome(deps: PaymentReturnDeps, form: Map<string, string>): Promise<Destination> {
  const trace = form.get('lite_merchant_trace') ?? '';
  if (!/^[0-9a-f]{64}$/.test(trace)) return unknownPayment();
  try {
    const settled = await deps.settlePayment(trace);
    deps.log({ level: 'info', event: 'payment_return', orderId: settled.orderId, outcome: settled.outcome });
    const { consumerOrderId, transactionIndex, errorCode, errorMessage, order } = outcomeParameters;
    return {
      outcome: settled.outcome,
      parameters: {
        [consumerOrderId]: settled.reference,
        [transactionIndex]: settled.transactionId,
        [errorCode]: settled.errorCode,
        [errorMessage]: settled.errorMessage,
        [outcomeParameters.errorDetails]: settled.outcome === 'error' ? settled.errorMessage : null,
        [order]: settled.orderId,
      },
    };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return unknownPayment();
    // The customer may have paid: an unknown outcome is shown as undecided, never as failed.
    deps.log({ level: 'error', event: 'payment_return_failed', message: String(error) });
    return {
      outcome: 'tryLater',
      parameters: { [outcomeParameters.consumerOrderId]: form.get('ecom_consumerorderid') ?? null },
    };
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

/** Field names come back in upper case from some versions and mixed from others; the first of a name counts. */
function lowerCased(form: URLSearchParams): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value);
  }
  return fields;
}
