import { useSearchParams } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { useLinkToken } from '#storefront/features/account/link-token.ts';
import { UndoChange } from '#storefront/features/account/undo-change.tsx';

/**
 * `/undo-change#token=…`: opened from the mail about a new password or a new address. With a button, because mail scanners
 * open every link; without signing in, because whoever took the account has its password. With `?for=settings` the link is
 * about a setting of the shop.
 */
export function UndoChangePage() {
  const isSetting = useSearchParams()[0].get('for') === 'settings';
  const token = useLinkToken(isSetting ? '/undo-change?for=settings' : '/undo-change');
  return (
    <Page
      width="form"
      title={isSetting ? 'Undo the Change' : 'Take Your Account Back'}
      subtitle={`For the owner of the mailbox that was told of ${isSetting ? 'it' : 'a new password or a new e-mail address'}.`}
    >
      <UndoChange key={token} token={token} isSetting={isSetting} />
    </Page>
  );
}
