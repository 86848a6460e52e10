import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TableFilters } from '#dashboard/components/table-filters.tsx';
import { MessageDrawer } from '#dashboard/features/messages/message-drawer.tsx';
import { messageFilterOf, messageFilters } from '#dashboard/features/messages/message-filter.ts';
import { MessagesList } from '#dashboard/features/messages/messages-list.tsx';
import { OutageMessages } from '#dashboard/features/messages/outage-messages.tsx';
import { useChangeAddress, useTableAddress } from '#dashboard/lib/table-address.ts';

/** `/admin/messages`: every message to buyers and to the owner. */
export function MessagesTab() {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const address = useTableAddress({ filters: messageFilters });
  const open = useCallback((id: string) => change({ message: id }), [change]);
  return (
    <div className="stack gap-4">
      <h2>Messages</h2>
      <OutageMessages />
      <TableFilters filters={messageFilters} address={address} />
      <MessagesList
        filter={messageFilterOf(address.filters)}
        onOpen={open}
        nothing={address.isFiltered ? 'No message matches all of these filters.' : 'No messages yet.'}
      />
      <MessageDrawer id={params.get('message')} onClose={() => change({ message: '' }, { replace: true })} />
    </div>
  );
}
