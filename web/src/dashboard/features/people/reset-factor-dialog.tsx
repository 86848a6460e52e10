import type { User } from '@contract/auth.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';

/** Removes the authenticator app of somebody who has lost phone and recovery codes. @param person null: closed */
export function ResetFactorDialog({ person, onClose }: { person: User | null; onClose(): void }) {
  const name = person ? person.name || person.email : '';
  return (
    <ConfirmAction
      isOpen={person !== null}
      title={`Reset the second factor of ${name}`}
      confirmLabel="Reset"
      danger
      act={() => callSql('reset_second_factor', { p_user_id: person?.id ?? '' })}
      onDone={() => {
        showToast({
          title: 'Second factor reset',
          description: `${name} is signed out everywhere.`,
          tone: 'info',
        });
        sendMessagesNow();
      }}
      failureTitle="Not reset"
      onClose={onClose}
    >
      <p>
        Make sure that it is <strong>{name}</strong> who asks. They are signed out everywhere, set up an app
        at the next sign-in with their password, and get a mail about it at {person?.email}.
      </p>
    </ConfirmAction>
  );
}
