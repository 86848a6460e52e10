import type { Invitation } from '@contract/admin-overview.ts';
import { emailField, invalidEmailMessage } from '@contract/contact-fields.ts';
import { textField } from '@contract/field-rules.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { roleNames, type StaffRole } from '@contract/staff.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { object, string } from 'yup';
import { Button } from '#components/forms/button.tsx';
import { EmailField, NameField } from '#components/forms/contact-fields.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { validated } from '#lib/forms/validated.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { roleMeaning, staffRoleOptions } from './role-text.ts';

const empty = { name: '', email: '', role: 'sales' as StaffRole };
const schema = object({
  name: textField('Who is it?', 120),
  email: emailField(invalidEmailMessage),
  role: string<StaffRole>().required(),
});

/** Invites somebody to the staff by mail, and shows who has not answered yet. */
export function InviteStaff() {
  const [isOpen, setIsOpen] = useState(false);
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
      <Loaded query={useSql('list_invitations', {})} what="the invitations" lines={1}>
        {(invitations) => <Invitations invitations={invitations} />}
      </Loaded>
      {isOpen ? <InviteDialog onClose={() => setIsOpen(false)} /> : null}
    </section>
  );
}

function InviteDialog({ onClose }: { onClose(): void }) {
  const form = useForm({
    initial: empty,
    read: (now) => validated(schema, now),
    send: ({ name, email, role }) => callSql('invite_staff', { p_name: name, p_email: email, p_role: role }),
    onSent: (_, { email }): boolean => {
      showToast({ title: 'Invitation sent', description: `To ${email}. The link works for 72 hours.` });
      sendMessagesNow();
      // The next one may be typed by now.
      return form.startAgain();
    },
  });
  const { field } = form;
  return (
    <FormDialog
      form={form}
      title="Invite to the staff"
      confirmLabel="Send the Invitation"
      failureTitle="Not invited"
      onClose={onClose}
    >
      <NameField label="Name" maxLength={120} {...field('name')} autoComplete="off" />
      <EmailField {...field('email')} autoComplete="off" />
      <SelectField
        label="Role"
        options={staffRoleOptions}
        hint={roleMeaning[form.typed.role]}
        {...field('role')}
      />
    </FormDialog>
  );
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
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
            act={() => callSql('withdraw_invitation', { p_id: id })}
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
