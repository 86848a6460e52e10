import type { User, UserRole } from '@contract/auth.ts';
import { minStaffPassword } from '@contract/passwords.ts';
import { roleNames } from '@contract/staff.ts';
import { useState } from 'react';
import { SelectField } from '#components/forms/select-field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { roleMeaning, staffRoleOptions } from './role-text.ts';

type RoleDialogProps = {
  /** The person whose role is changed. */
  person: User;
  /** The signed-in admin's account. */
  ownId: string;
  onClose(): void;
  /** Called when the admin's own role has changed. */
  onOwnRole(user: User): void;
};

const options = [...staffRoleOptions, { value: 'customer', label: 'Customer (no access)' }];

/** Chooses the role of a person, and explains what that means for them. */
export function RoleDialog({ person, ownId, onClose, onOwnRole }: RoleDialogProps) {
  const [role, setRole] = useState<UserRole>(person.role);
  const isOwn = person.id === ownId;
  const leaves = role === 'customer' && person.role !== 'customer';
  const name = person.name || person.email;
  const act = async () =>
    role === person.role ? null : callSql('set_user_role', { p_user_id: person.id, p_role: role });
  return (
    <ConfirmAction
      title={isOwn ? 'Change your own role' : `Change the role of ${name}`}
      confirmLabel={leaves ? 'End Access' : 'Change the Role'}
      danger={leaves}
      act={act}
      onDone={(user) => {
        if (!user) return;
        showToast(
          leaves
            ? { title: 'Access ended', description: `${name} is signed out everywhere.`, tone: 'info' }
            : { title: 'Role changed', description: `The role of ${name}: ${roleNames[user.role]}.` },
        );
        if (isOwn) onOwnRole(user);
      }}
      failureTitle="Not changed"
      onClose={onClose}
    >
      <p className="quiet breaks">{person.email}</p>
      <SelectField
        label="Role"
        options={options}
        hint={role === 'customer' ? undefined : roleMeaning[role]}
        value={role}
        onChange={({ target }) => setRole(target.value as UserRole)}
      />
      {isOwn && role !== 'admin' ? (
        <Notice tone="warning" title="This is your own account" announce="none">
          You cannot come back by yourself: another admin would have to give you the role again.
        </Notice>
      ) : leaves ? (
        <p>
          <strong>{name}</strong> ({person.email}) is signed out everywhere at once, even where the dashboard
          is open now. Orders and account stay.
        </p>
      ) : person.role === 'customer' && role !== 'customer' ? (
        person.emailConfirmed ? (
          <p>
            <strong>{name}</strong> ({person.email}) has to sign in again, with a password of at least{' '}
            {minStaffPassword} characters that is not a common one.
          </p>
        ) : (
          <Notice tone="warning" title="This address is not confirmed yet" announce="none">
            <strong>{name}</strong> ({person.email}) can get a role once they have opened the link in our mail
            and confirmed that the address is theirs. An invitation confirms it too.
          </Notice>
        )
      ) : null}
    </ConfirmAction>
  );
}
