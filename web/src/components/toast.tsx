import { proxy } from 'valtio';
import { deferredPart } from '../lib/deferred-part.ts';
import { errorSentence } from '../lib/error-sentence.ts';
import { loadInBackground } from '../lib/load-in-background.ts';

type ToastTone = 'success' | 'destructive' | 'info';

export type ToastContent = {
  title: string;
  description?: string;
  /** A line of its own below the description. */
  note?: string;
  /** `success` by default; `destructive` for failures. */
  tone?: ToastTone;
  /** What failed; an unexpected failure adds its reference in small print. */
  error?: unknown;
};

/** How long a toast stays, in milliseconds. */
const defaultDurationMs = 5000;

/** The code that renders toasts. */
export const toastCode = deferredPart(() => import('./toast-cards.tsx'));

/** Shows a toast and closes the previous one: only one is visible at a time. */
export function showToast(content: ToastContent): void {
  // In the background: a toast must never reload the page, and its plain text is enough.
  void loadInBackground(toastCode.fetch).then((code) =>
    code ? code.raiseToast(content, defaultDurationMs) : showPlainText(content),
  );
}

/** Shows a toast about what failed; with the reason in words, where the caller has its own. */
export function showFailure(title: string, error: unknown, description = errorSentence(error)): void {
  showToast({ title, description, error, tone: 'destructive' });
}

/** Asks, until it is closed, whether to go on with a new version of the shop. Other toasts appear in front of it. */
export function offerNewVersion(accept: () => void): void {
  // Without its code there is no button either; the next page tries again.
  void loadInBackground(toastCode.fetch).then((code) => code?.raiseOffer(accept));
}

/** The text of a toast whose code failed to load; empty when no toast is shown this way. */
export const plainToast = proxy({ text: '' });

let timer: ReturnType<typeof setTimeout> | undefined;

function showPlainText({ title, description, note }: ToastContent): void {
  clearTimeout(timer);
  // Not all texts end with a full stop.
  const sentences = [title, description, note].filter((one) => one !== undefined);
  plainToast.text = sentences.map((one) => one.replace(/[.]?$/, '.')).join(' ');
  timer = setTimeout(() => (plainToast.text = ''), defaultDurationMs);
}
