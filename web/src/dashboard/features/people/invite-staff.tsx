import type { Invitation } from '@contract/admin-overview.ts';
import { emailField, invalidEmailMessage } from '@contract/contact-fields.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { roleNames, type StaffRole } from '@contract/staff.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { EmailField, NameField } from '#components/forms/contact-fields.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { fieldsOf } from '#lib/forms/fields-of.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { useInvitations, useInviteStaff, useWithdrawInvitation } from './people-queries.ts';
import { roleMeaning, staffRoleOptions } from './role-text.ts';

const empty = { name: '', email: '', role: 'sales' as StaffRole };

/** Invites somebody to the staff by mail, and shows who has not answered yet. */
export function InviteStaff() {
  const invite = useInviteStaff();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(empty);
  const [isChecked, setIsChecked] = useState(false);
  const problems = {
    name: typed.name.trim() ? undefined : 'Who is it?',
    email: emailField(invalidEmailMessage).isValidSync(typed.email) ? undefined : invalidEmailMessage,
  };
  const field = fieldsOf(typed, (changed) => setTyped({ ...typed, ...changed }), isChecked ? problems : {});
  const act = async () => {
    await invite.mutateAsync(typed);
    showToast({ title: 'Invitation sent', description: `To ${typed.email}. The link works for 72 hours.` });
    // The next one may be typed by now.
    setTyped((now) => (now === typed ? empty : now));
    setIsChecked(false);
    sendMessagesNow();
  };
  return (
    <section className="stack gap-3" aria-labelledby="invitations">
      <div className="cluster spread gap-3">
        <h2 id="invitations" tabIndex={-1}>
          People
        </h2>
        <Button variant="secondary" icon={<UserPlus />} onClick={() => setIsOpen(true)}>
          Invite to the Staff
        </Button>
      </div>
      <Loaded query={useInvitations()} what="the invitations" lines={1}>
        {(invitations) => <Invitations invitations={invitations} />}
      </Loaded>
      <ConfirmAction
        isOpen={isOpen}
        title="Invite to the staff"
        confirmLabel="Send the Invitation"
        act={act}
        check={() => {
          setIsChecked(true);
          return !problems.name && !problems.email;
        }}
        failureTitle="Not invited"
        onClose={() => setIsOpen(false)}
      >
        <NameField label="Name" maxLength={120} autoComplete="off" {...field('name')} />
        <EmailField autoComplete="off" {...field('email')} />
        <SelectField
          label="Role"
          options={staffRoleOptions}
          hint={roleMeaning[typed.role]}
          value={typed.role}
          onChange={({ target }) => setTyped({ ...typed, role: target.value as StaffRole })}
        />
      </ConfirmAction>
    </section>
  );
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const withdraw = useWithdrawInvitation();
  if (invitations.length === 0) return null;
  return (
    <ul className="stack line-above" aria-label="Invited">
      {invitations.map(({ id, name, email, role, expiresAt }) => (
        <li key={id} className="cluster spread gap-4 line-below pad-y-2 breaks">
          <span>
            <strong>{name}</strong> ({email}), {roleNames[role]}
            <span className="block quiet">{`The link works until ${formatDayAndTime(expiresAt)}`}</span>
          </span>
          <RowAction
            variant="quiet"
            aria-label={`Withdraw the invitation of ${name}`}
            act={() => withdraw.mutateAsync(id)}
            failureTitle="Not withdrawn"
            headingId="invitations"
          >
            Withdraw
          </RowAction>
        </li>
      ))}
    </ul>
  );
}
