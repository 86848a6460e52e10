import { useState } from 'react';
import { isCutOff } from './is-cut-off.ts';

/**
 * Why a question has no answer, where the reason is the line and the shop's files are on the device; null otherwise.
 * It stays while the question is asked again, so that what is shown in place of the answer does not come and go.
 * @param data of what was asked, not of what was asked before
 */
export function useLackOfLine({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [former, setFormer] = useState<Error | null>(null);
  const failure = data === undefined ? (error ?? former) : null;
  if (failure !== former) setFormer(failure);
  return isCutOff(failure) && navigator.serviceWorker?.controller ? failure : null;
}
