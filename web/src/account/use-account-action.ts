import { showFailure } from '#components/overlays/toast.tsx';
import { useOnce } from '#lib/forms/use-once.ts';
import { failureMessage } from './failure-message.ts';

/** Starts one thing at a time that an account page does; a failure is a toast with this title. */
export function useAccountAction(failureTitle: string): (act: () => Promise<void>) => void {
  const once = useOnce();
  return (act) =>
    once(() => act().catch((error: unknown) => showFailure(failureTitle, error, failureMessage(error))));
}
