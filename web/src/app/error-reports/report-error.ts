import { errorEnvelope } from '@contract/error-report.ts';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';

/** Reports per page. An error that occurs repeatedly is reported once. */
const maxReports = 5;
const timeoutMs = 5_000;

/**
 * Reports an error of this page to a sink, each kind once. A failed report is ignored: after a refusal, a time-out or
 * no response this page sends no more reports.
 * @param url where envelopes are posted
 */
export function errorReporter(url: string): (error: unknown) => void {
  const reported = new Set<string>();
  let isDisabled = false;
  return (error) => {
    if (!(error instanceof Error) || !isFault(error) || isDisabled || reported.size >= maxReports) return;
    const kind = `${error.name} ${messageOf(error)}`;
    if (reported.has(kind)) return;
    reported.add(kind);
    const { name, stack } = error;
    const tags = { page: pageOf(window.location.pathname), requestId: requestIdOf(error) };
    const body = errorEnvelope({ error: { name, message: messageOf(error), stack }, part: 'browser', tags });
    // Plain text without cookies and custom headers needs no CORS preflight.
    fetch(url, {
      method: 'POST',
      body,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
      signal: AbortSignal.timeout(timeoutMs),
    }).then(
      ({ ok }) => (isDisabled ||= !ok),
      () => (isDisabled = true),
    );
  };
}

/** To the sink of the site's settings. */
export const reportError = errorReporter(String(import.meta.env.ERROR_SINK));

/** A lost connection, a cancelled request and a refusal are not faults of the shop. */
function isFault(error: Error): boolean {
  if (error instanceof ApiError) return error.status >= 500;
  return !(error instanceof ConnectionError) && error.name !== 'AbortError' && error.name !== 'TimeoutError';
}

/** The message of an ApiError contains the body. */
const messageOf = (error: Error) => (error instanceof ApiError ? `status ${error.status}` : error.message);

const requestIdOf = (error: Error) =>
  error instanceof ApiError ? (error.requestId ?? undefined) : undefined;

/** Without anything that identifies an order or a person. */
const pageOf = (path: string) =>
  path.replace(/[\da-f]{8}-[\da-f-]{27}/gi, ':id').replace(/^\/o\/.*/, '/o/:number');
