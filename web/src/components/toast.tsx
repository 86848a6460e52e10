import type { ReactNode } from 'react';
import { proxy } from 'valtio';
import { deferredPart } from '../lib/deferred-part.ts';
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
const shownFor = 5000;

/** How toasts look and behave. */
export const toastCode = deferredPart(() => import('./toast-cards.tsx'));

/** Shows one toast; the one before it closes, for only one is visible at a time. */
export function showToast(content: ToastContent): void {
  // In the background: a toast must never reload the page, its text is enough.
  void loadInBackground(toastCode.fetch).then((code) =>
    code ? code.raiseToast(content, shownFor) : sayPlainly(content),
  );
}

/** A toast with something to do, which stays until it is closed; shorter ones appear in front of it meanwhile. */
export function showLastingToast(title: string, action: ReactNode): void {
  // Without its code there is no button either: the next page asks again.
  void loadInBackground(toastCode.fetch).then((code) => code?.raiseLastingToast(title, action));
}

/** The text of a toast whose code failed to load; empty when no toast is shown this way. */
export const plainToast = proxy({ words: '' });

let timer: ReturnType<typeof setTimeout> | undefined;

function sayPlainly({ title, description, note }: ToastContent): void {
  clearTimeout(timer);
  // Some end with a full stop, some do not.
  const sentences = [title, description, note].filter((one) => one !== undefined);
  plainToast.words = sentences.map((one) => one.replace(/[.]?$/, '.')).join(' ');
  timer = setTimeout(() => (plainToast.words = ''), shownFor);
}
