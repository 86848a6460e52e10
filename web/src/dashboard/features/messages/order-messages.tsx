import { useState } from 'react';
import { Stack } from '../../components/layout.tsx';
import { MessageDrawer } from './message-drawer.tsx';
import { MessagesList } from './messages-list.tsx';

/** Every message about one order, below what happened to it. */
export function OrderMessages({ orderId }: { orderId: string }) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Stack>
      <h3>Messages</h3>
      <MessagesList filter={{ orderId }} onOpen={setOpened} nothing="No messages about this order." />
      <MessageDrawer id={opened} onClose={() => setOpened(null)} />
    </Stack>
  );
}
