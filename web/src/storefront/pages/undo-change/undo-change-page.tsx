import { Page } from '#components/page/page.tsx';
import { useLinkToken } from '#storefront/features/account/link-token.ts';
import { UndoChange } from '#storefront/features/account/undo-change.tsx';

/**
 * `/undo-change#token=…`: opened from the mail about a new password or a new address. With a button, because mail scanners
 * open every link; without signing in, because whoever took the account has its password.
 */
export function UndoChangePage() {
  const token = useLinkToken('/undo-change');
  return (
    <Page
      width="form"
      title="Take Your Account Back"
      subtitle="For the owner of the mailbox that was told of a new password or a new e-mail address."
    >
      <UndoChange key={token} token={token} />
    </Page>
  );
}
