import type { User } from '@contract/auth.ts';
import { ConfirmDialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { showToast } from '../../../components/toast.tsx';
import { errorSentence } from '../../../lib/error-sentence.ts';
import { useSetRole } from './people-queries.ts';

type RoleDialogProps = {
  /** Whose role is to change: an admin loses it, a customer gets it. Null: closed. */
  person: User | null;
  /** The account of who asks. */
  ownId: string;
  onClose(): void;
  /** The role of who asks has changed. */
  onOwnRole(user: User): void;
};

/** Asks before the admin role is given or taken, and says what that means for the person. */
export function RoleDialog({ person, ownId, onClose, onOwnRole }: RoleDialogProps) {
  const setRole = useSetRole();
  const isOwn = person?.id === ownId;
  const takes = person?.role === 'admin';
  const name = person ? person.name || person.email : '';
  const close = () => {
    setRole.reset();
    onClose();
  };
  const confirm = () => {
    if (!person) return;
    setRole.mutate(
      { id: person.id, role: takes ? 'customer' : 'admin' },
      {
        onSuccess: (user) => {
          showToast(
            takes
              ? { title: 'Admin role taken', description: `${name} is a customer now.`, tone: 'info' }
              : { title: 'Admin role given', description: `${name} is an admin now.` },
          );
          close();
          if (isOwn) onOwnRole(user);
        },
      },
    );
  };
  return (
    <ConfirmDialog
      isOpen={person !== null}
      title={takes ? (isOwn ? 'Give up your own admin role' : 'Take the admin role') : 'Make an admin'}
      confirmLabel={takes ? (isOwn ? 'Give up my role' : 'Take the role') : 'Make an admin'}
      danger={takes}
      busy={setRole.isPending}
      onConfirm={confirm}
      onClose={close}
    >
      {isOwn ? (
        <Notice tone="warning" title="This is your own account" announce="none">
          You leave the dashboard at once and cannot come back by yourself: another admin would have to give
          the role back to you.
        </Notice>
      ) : takes ? (
        <p>
          <strong>{name}</strong> ({person?.email}) loses the dashboard at once, also where it is open now.
          Orders and account stay.
        </p>
      ) : (
        <p>
          <strong>{name}</strong> ({person?.email}) will see all orders, payments and people, change products,
          and give and take this role. Do this only for staff of the shop.
        </p>
      )}
      {setRole.isError ? (
        <Notice tone="error" title="Not changed">
          {errorSentence(setRole.error)}
        </Notice>
      ) : null}
    </ConfirmDialog>
  );
}
