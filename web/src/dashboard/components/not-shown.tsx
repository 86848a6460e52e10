import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';

/** In place of a page or a part of one that failed. */
export function NotShown({ what }: { what: 'page' | 'part' }) {
  return (
    <Notice
      tone="error"
      title={`This ${what} could not be shown`}
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    >
      The fault is on our side, or the connection was lost while loading. The rest of the dashboard works.
    </Notice>
  );
}
