import type { MessagesToSendAgain } from '@contract/admin-messages.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';

/** One press for what an outage of a provider left. Nothing while there is nothing. */
export function OutageMessages() {
  const { data } = useSql('messages_to_send_again', {});
  // What was confirmed is what is sent, also when more has come meanwhile.
  const [asked, setAsked] = useState<MessagesToSendAgain | null>(null);
  const shown = asked ?? data;
  if (!shown || shown.ids.length === 0) return null;
  const label = `Send Again ${counted(shown.ids.length, 'Message')}`;
  return (
    <>
      <div>
        <Button variant="secondary" onClick={() => setAsked(shown)}>
          {label}
        </Button>
      </div>
      <ConfirmAction
        isOpen={asked !== null}
        title="Send again what may not have gone out"
        confirmLabel={label}
        act={() => callSql('send_messages_again', { p_ids: shown.ids })}
        onDone={(sent) => {
          sendMessagesNow();
          showToast({ title: `${counted(sent, 'message')} sent again`, description: 'Within a minute.' });
        }}
        failureTitle="Not sent again"
        onClose={() => setAsked(null)}
      >
        <p>
          {`The provider gave no clear answer in the last three days. ${
            shown.people === 0
              ? 'Nobody gets a message twice.'
              : `Up to ${counted(shown.people, 'person', 'people')} may get it twice.`
          } What is no longer true is not sent.`}
        </p>
      </ConfirmAction>
    </>
  );
}
