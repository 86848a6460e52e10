import type { MessageRule, MessageRules } from '@contract/message-rules.ts';
import { type MessageChannelName, messageKinds } from '@contract/messages.ts';
import { useState } from 'react';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Notice } from '#components/page/notice.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { channelLabels, kindLabels } from '#dashboard/lib/message-text.ts';
import { told } from './recipient-levels.ts';
import { useChangeMessageRule } from './rule-queries.ts';
import styles from './rules-table.module.css';

const channels: readonly MessageChannelName[] = ['email', 'sms', 'whatsapp'];

/** Every kind of message with a check box per channel; those to the owner with whom they tell. */
export function RulesTable({ rules: { rules, oldestAdmin } }: { rules: MessageRules }) {
  const inOrder = messageKinds.flatMap((kind) => rules.find((rule) => rule.kind === kind) ?? []);
  return (
    <table className={`table ${styles.table}`}>
      <caption className="visually-hidden">Which message goes out on which channel</caption>
      <thead>
        <tr>
          <th scope="col">Message</th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className={`text-center ${styles.channel}`}>
              {channelLabels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder.map((rule) => (
          <RuleRow key={rule.kind} rule={rule} oldestAdmin={oldestAdmin} />
        ))}
      </tbody>
    </table>
  );
}

function RuleRow({ rule, oldestAdmin }: { rule: MessageRule; oldestAdmin: string | null }) {
  const change = useChangeMessageRule();
  const isToOwner = rule.audience === 'owner';
  return (
    <>
      <tr aria-busy={change.isPending || undefined}>
        <th scope="row">
          {kindLabels[rule.kind]}
          {isToOwner ? (
            <span className="block muted light breaks">{told(rule, oldestAdmin).join(', ')}</span>
          ) : null}
        </th>
        {channels.map((channel) => (
          <td key={channel} className={`text-center ${styles.channel}`}>
            <ChannelBox
              rule={rule}
              channel={channel}
              isImpossible={isToOwner && channel !== 'email' && !rule[channel] && rule.phones.length === 0}
              save={change.mutateAsync}
            />
          </td>
        ))}
      </tr>
      {change.error ? (
        <tr>
          <td colSpan={4}>
            <Notice tone="error" title="Not saved" error={change.error}>
              {errorSentence(change.error)}
            </Notice>
          </td>
        </tr>
      ) : null}
    </>
  );
}

type ChannelBoxProps = {
  rule: MessageRule;
  channel: MessageChannelName;
  isImpossible: boolean;
  save: ReturnType<typeof useChangeMessageRule>['mutateAsync'];
};

/** One channel of a message. Each is saved by itself: another one may be ticked meanwhile. */
function ChannelBox({ rule, channel, isImpossible, save }: ChannelBoxProps) {
  const once = useOnce();
  // What is being saved, until the rule is refetched.
  const [pending, setPending] = useState<boolean | null>(null);
  const tick = (isOn: boolean) =>
    once(async () => {
      setPending(isOn);
      const seen = { [channel]: rule[channel] };
      await save({ kind: rule.kind, changes: { [channel]: isOn }, seen }).finally(() => setPending(null));
    });
  return (
    <CheckBox
      label={`${kindLabels[rule.kind]} by ${channelLabels[channel]}`}
      isLabelHidden
      title={isImpossible ? 'Add a phone number first' : undefined}
      disabled={isImpossible}
      checked={pending ?? rule[channel]}
      onChange={({ target }) => tick(target.checked)}
    />
  );
}
