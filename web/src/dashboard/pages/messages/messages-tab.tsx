import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { TableFilters } from '#dashboard/components/table-filters.tsx';
import { MessageDrawer } from '#dashboard/features/messages/message-drawer.tsx';
import { messageFilterOf, messageFilters } from '#dashboard/features/messages/message-filter.ts';
import { MessagesList } from '#dashboard/features/messages/messages-list.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useChangeAddress, useTableAddress } from '#dashboard/lib/table-address.ts';

/** `/admin/messages`: every message to buyers and to the owner. */
export function MessagesTab() {
  const may = useMay();
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const address = useTableAddress({ filters: messageFilters });
  const open = useCallback((id: string) => change({ message: id }), [change]);
  return (
    <div className="stack gap-4">
      <div className="cluster spread gap-4">
        <h2>Messages</h2>
        {may('settings') ? (
          <LinkButton variant="secondary" to="/admin/messages/rules">
            Notifications
          </LinkButton>
        ) : null}
      </div>
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
