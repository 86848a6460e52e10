import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { isOutcomeUnknown } from '../lib/is-outcome-unknown.ts';

type NotSavedProps = {
  /** What did not happen: `The refund is not recorded`. */
  title: string;
  /** Why; nothing is shown without. */
  error: unknown;
  /** The reason in words, where a form has its own. */
  reason?: string;
};

/** Shown in a form that was not saved, or of which nobody knows: sending it again is safe, and its text is kept. */
export function NotSaved({ title, error, reason = errorSentence(error) }: NotSavedProps) {
  if (!error) return null;
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Notice tone="error" title={isUnknown ? 'No answer came' : title} error={error}>
      {`${reason} ${isUnknown ? 'It may have been saved all the same; sending it again does no harm. ' : ''}What you typed is still here.`}
    </Notice>
  );
}
