import type { ReactNode } from 'react';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { lateCode } from '#lib/loading/late-code.ts';

type ToastTone = 'success' | 'destructive' | 'info';

export type ToastContent = {
  title: string;
  description?: string;
  /** Below the description, e.g. where to go from here. */
  note?: ReactNode;
  /** `success` by default; `destructive` for failures. */
  tone?: ToastTone;
  /** What failed; an unexpected failure adds its reference in small print. */
  error?: unknown;
};

/** What shows toasts. */
export const toastCode = lateCode(() => import('./toast-cards.tsx'));

type ToastCode = NonNullable<ReturnType<typeof toastCode.now>>;

/** What was to be shown before. */
const waiting: ((code: ToastCode) => void)[] = [];

/** Of what was pressed and could not be loaded. Not every browser asks again for code that did not come, before a reload. */
export const notLoaded: ToastContent = {
  title: 'Not loaded',
  description: 'The shop could not be reached.',
  note: (
    <button type="button" className="link-button target" onClick={() => window.location.reload()}>
      Reload the page
    </button>
  ),
  tone: 'destructive',
};

/** Shows a toast and closes the previous one: only one is visible at a time. */
export function showToast(content: ToastContent): void {
  void run((code) => code.raiseToast(content));
}

/** Closes the toast that is shown. */
export function dismissToast(): void {
  if (toastCode.now() || waiting.length > 0) void run((code) => code.dismissLast());
}

/** Shows a toast about what failed; with the reason in words, where the caller has its own. */
export function showFailure(title: string, error: unknown, description = errorSentence(error)): void {
  showToast({ title, description, error, tone: 'destructive' });
}

/** Asks, until it is closed, whether to go on with a new version of the shop. Other toasts appear in front of it. */
export function offerNewVersion(accept: () => void): void {
  void run((code) => code.raiseOffer(accept));
}

async function run(call: (code: ToastCode) => void): Promise<void> {
  const there = toastCode.now();
  if (there) return call(there);
  waiting.push(call);
  const code = await toastCode.get();
  if (code) for (const one of waiting.splice(0)) one(code);
}
