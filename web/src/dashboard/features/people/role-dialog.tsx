import type { User } from '@contract/auth.ts';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { useSetRole } from './people-queries.ts';

type RoleDialogProps = {
  /** The person whose role is changed: an admin loses the role, a customer gets it. Null: closed. */
  person: User | null;
  /** The signed-in admin's account. */
  ownId: string;
  onClose(): void;
  /** Called when the admin's own role has changed. */
  onOwnRole(user: User): void;
};

/** Asks for confirmation before the admin role is granted or removed, and explains what that means for the person. */
export function RoleDialog({ person, ownId, onClose, onOwnRole }: RoleDialogProps) {
  const setRole = useSetRole();
  const isOwn = person?.id === ownId;
  const removes = person?.role === 'admin';
  const name = person ? person.name || person.email : '';
  const act = async () => {
    if (!person) return;
    const user = await setRole.mutateAsync({ id: person.id, role: removes ? 'customer' : 'admin' });
    showToast(
      removes
        ? { title: 'Admin role removed', description: `${name} is a customer now.`, tone: 'info' }
        : { title: 'Admin role given', description: `${name} is an admin now.` },
    );
    if (isOwn) onOwnRole(user);
  };
  const title = isOwn ? 'Give up your own admin role' : removes ? 'Remove the admin role' : 'Make an admin';
  return (
    <ConfirmAction
      isOpen={person !== null}
      title={title}
      confirmLabel={isOwn ? 'Give up my role' : removes ? 'Remove the role' : title}
      danger={removes}
      act={act}
      failureTitle="Not changed"
      onClose={onClose}
    >
      {isOwn ? (
        <Notice tone="warning" title="This is your own account" announce="none">
          You leave the dashboard at once and cannot come back by yourself: another admin would have to give
          you the role again.
        </Notice>
      ) : removes ? (
        <p>
          <strong>{name}</strong> ({person?.email}) loses the dashboard at once, even where it is open now.
          Orders and account stay.
        </p>
      ) : person && !person.emailConfirmed ? (
        <Notice tone="warning" title="This address is not confirmed yet" announce="none">
          <strong>{name}</strong> ({person.email}) can become an admin once they have opened the link in our
          mail and confirmed that the address is theirs. Their account page sends the link again.
        </Notice>
      ) : (
        <p>
          <strong>{name}</strong> ({person?.email}) will see all orders, payments and people, change products,
          and give and remove this role. Do this only for staff of the shop. They have to sign in again, with
          a password of at least 12 characters that is not a common one.
        </p>
      )}
    </ConfirmAction>
  );
}
