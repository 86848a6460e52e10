import { toast } from 'react-hot-toast/headless';
import { ErrorReference } from './error-reference.tsx';
import styles from './toast-region.module.css';

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

/** How long a toast stays, and how long a closed one is remembered, in milliseconds. */
const shownFor = 5000;
const rememberedFor = 1_000_000;

const raise = { success: toast.success, destructive: toast.error, info: toast };

let last: string | undefined;

/** Shows one toast; the one before it closes, for only one is visible at a time. Returns its id. */
export function showToast({ title, description, note, tone = 'success', error }: ToastContent): string {
  // Without an id all would be closed, those that stay until they are answered too.
  if (last !== undefined) toast.dismiss(last);
  const words = (
    <>
      <strong className={styles.title}>{title}</strong>
      {description ? <span className={styles.description}>{description}</span> : null}
      {note ? <span>{note}</span> : null}
      <ErrorReference error={error} />
    </>
  );
  last = raise[tone](words, { duration: shownFor, removeDelay: rememberedFor });
  return last;
}
