import type { MessageRule } from '@contract/message-rules.ts';
import { useState } from 'react';
import { TextAreaField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { fieldsOf } from '#lib/forms/fields-of.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { kindLabels } from '#dashboard/lib/message-text.ts';
import { recipientProblems, typedRecipients } from './rule-recipients.ts';
import { useChangeMessageRule } from './rule-queries.ts';

type RecipientsDialogProps = { rule: MessageRule; oldestAdmin: string | null; onClose(): void };

/** The recipients of one kind of message to the owner. */
export function RecipientsDialog({ rule, oldestAdmin, onClose }: RecipientsDialogProps) {
  const change = useChangeMessageRule();
  const [typed, setTyped] = useState({ emails: rule.emails.join('\n'), phones: rule.phones.join('\n') });
  const [isTried, setIsTried] = useState(false);
  // As they were shown: somebody else's change since then is not overwritten.
  const [seen] = useState({ emails: rule.emails, phones: rule.phones });
  const problems = recipientProblems(typed, rule);
  const field = fieldsOf(typed, (changed) => setTyped({ ...typed, ...changed }), isTried ? problems : {});
  const save = async () => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) throw new Error('Please correct what is marked.');
    const changes = { emails: typedRecipients(typed.emails), phones: typedRecipients(typed.phones) };
    await change.mutateAsync({ kind: rule.kind, changes, seen });
    showToast({ title: 'Recipients Saved' });
  };
  return (
    <ConfirmAction
      isOpen
      title={kindLabels[rule.kind]}
      confirmLabel="Save Recipients"
      failureTitle="Not saved"
      act={save}
      onClose={onClose}
    >
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
    </ConfirmAction>
  );
}
