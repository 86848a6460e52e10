import { Notice } from '../components/page/notice.tsx';
import { failureMessage } from './failure-message.ts';

type FailureNoticeProps = {
  /** What failed; null or undefined shows nothing. */
  error: unknown;
  message?: string;
};

/** What a toast says about a failure, for the form or page: a toast goes away. */
export function FailureNotice({ error, message = failureMessage(error) }: FailureNoticeProps) {
  return error === null || error === undefined ? null : (
    // The toast announces it.
    <Notice tone="error" announce="none" error={error}>
      {message}
    </Notice>
  );
}
