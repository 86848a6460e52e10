import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { Button } from '../forms/button.tsx';
import { ErrorReference } from '../page/error-reference.tsx';

type ToastTone = 'success' | 'destructive' | 'info';

type ToastContent = {
  title: string;
  description?: string;
  /** Below the description, e.g. where to go from here. */
  note?: ReactNode;
  /** `success` by default; `destructive` for failures. */
  tone?: ToastTone;
  /** What failed; an unexpected failure adds its reference in small print. */
  error?: unknown;
};

/** How long a toast stays, in milliseconds. */
const duration = 5000;

/** How long a closed toast stays in the list, in milliseconds. */
const removeDelay = 1_000_000;

const raise = { success: toast.success, destructive: toast.error, info: toast };

let last: string | undefined;

/** Shows a toast and closes the previous one: only one is visible at a time. */
export function showToast({ title, description, note, tone = 'success', error }: ToastContent): void {
  dismissToast();
  const content = (
    <>
      <strong className="strong">{title}</strong>{' '}
      {description ? <span className="breaks">{description}</span> : null}
      {note}
      <ErrorReference error={error} />
    </>
  );
  last = raise[tone](content, { duration, removeDelay });
}

/** Closes the toast that is shown. */
export function dismissToast(): void {
  // Without an id all toasts would be closed, including those that stay until they are closed by hand.
  if (last !== undefined) toast.dismiss(last);
}

/** Shows a toast about what failed; with the reason in words, where the caller has its own. */
export function showFailure(title: string, error: unknown, description = errorSentence(error)): void {
  showToast({ title, description, error, tone: 'destructive' });
}

/** Asks, until it is closed, whether to go on with a new version of the shop. Other toasts appear in front of it. */
export function offerNewVersion(accept: () => void): void {
  toast(
    <>
      <strong className="strong">A new version is ready</strong>
      <span className="push-2">
        <Button variant="secondary" onClick={accept}>
          Use it now
        </Button>
      </span>
    </>,
    { id: 'new version', duration: Number.POSITIVE_INFINITY },
  );
}
