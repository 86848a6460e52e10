import type { MessageFilter, MessageState } from '@contract/admin-messages.ts';
import { choiceOf, type TableFilter } from '#dashboard/components/table-filters.tsx';

type MessageFilterName = 'q' | 'state';

export const messageFilters: readonly TableFilter<MessageFilterName>[] = [
  { name: 'q', kind: 'search', label: 'Recipient or order number' },
  choiceOf('state', 'Status', 'Every status', [
    { value: 'trouble', label: 'Needs an answer' },
    { value: 'waiting', label: 'Waiting' },
    { value: 'sent', label: 'Sent' },
    { value: 'unsent', label: 'Not sent' },
  ]),
];

const states = new Map<string, MessageState[]>([
  ['waiting', ['waiting', 'sending']],
  ['sent', ['accepted', 'delivered']],
  ['unsent', ['skipped', 'stopped', 'failed', 'unknown', 'bounced', 'complained']],
]);

/** Reads the filter from the URL; invalid values are ignored. */
export function messageFilterOf({ q, state }: Record<MessageFilterName, string>): MessageFilter {
  const filter: MessageFilter = {};
  if (q.trim()) filter.text = q.trim();
  if (state === 'trouble') filter.isOpen = true;
  const chosen = states.get(state);
  if (chosen) filter.states = chosen;
  return filter;
}
