import type { MessageRule } from '@contract/message-rules.ts';
import { TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { kindLabels } from '#dashboard/lib/message-text.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { recipientProblems, typedRecipients } from './rule-recipients.ts';
import { useChangeMessageRule } from './rule-queries.ts';

type RecipientsDialogProps = { rule: MessageRule; oldestAdmin: string | null; onClose(): void };

/** The recipients of one kind of message to the owner. */
export function RecipientsDialog(props: RecipientsDialogProps) {
  return (
    <FormDialog
      isOpen
      title={kindLabels[props.rule.kind]}
      confirmLabel="Save Recipients"
      onClose={props.onClose}
    >
      <RecipientsForm {...props} />
    </FormDialog>
  );
}

function RecipientsForm({ rule, oldestAdmin, onClose }: RecipientsDialogProps) {
  const change = useChangeMessageRule();
  const { props, field, failure } = useForm({
    // As they were shown: somebody else's change since then is not overwritten.
    initial: { emails: rule.emails.join('\n'), phones: rule.phones.join('\n') },
    read: (typed) => ({
      value: { emails: typedRecipients(typed.emails), phones: typedRecipients(typed.phones) },
      problems: recipientProblems(typed, rule),
    }),
    send: (changes) =>
      change.mutateAsync({ kind: rule.kind, changes, seen: { emails: rule.emails, phones: rule.phones } }),
    onSent: () => {
      showToast({ title: 'Recipients Saved' });
      onClose();
    },
  });
  return (
    <form {...props}>
      <TextAreaField
        label="E-mail addresses"
        hint={`One on each line. While the list is empty, mail goes to ${oldestAdmin ?? 'the oldest admin'}.`}
        maxLength={1500}
        {...field('emails')}
      />
      <TextAreaField
        label="Phone numbers"
        hint="For SMS and WhatsApp, one on each line. SMS goes to Kenyan numbers."
        maxLength={300}
        {...field('phones')}
      />
      <NotSaved title="Not saved" error={failure} />
    </form>
  );
}
