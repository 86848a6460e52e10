import { type AdminOrder, orderLinkAsAdmin, renewLinkAsAdmin } from '@contract/admin.ts';
import { waysInLines } from '@contract/ways-to-pay.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Mail, MessageCircle, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { copyOrderLink, mailLink, orderLink, whatsAppLink } from '#orders/order-link.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';

/** The link of an order as its buyer has it: to copy, to send, and to renew when it has reached the wrong person. */
export function OrderLinkActions({ order }: { order: AdminOrder }) {
  const { id, customerEmail, customerPhone } = order;
  const ways = waysInLines(useShopDetails(), order);
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'send' | 'renew' | null>(null);
  const [isRenewed, setIsRenewed] = useState(false);
  const query = useOrderLink(id);
  const renew = async () => {
    queryClient.setQueryData(linkKeyOf(id), await callApi(renewLinkAsAdmin, { params: { id } }));
    setIsRenewed(true);
  };
  const send = async () => {
    if (await callSql('send_order_link', { p_order_id: id })) {
      showToast({ title: 'Link sent', description: 'The message goes out within a minute.' });
      sendMessagesNow();
    } else {
      showToast({
        title: 'Not sent again',
        description: 'It was sent today, or the buyer cannot be written to.',
        tone: 'info',
      });
    }
  };
  return (
    <Loaded query={query} what="the link of the order" lines={1}>
      {({ linkKey }) => {
        const { origin } = window.location;
        const link = orderLink({ id, linkKey }, origin);
        return (
          <>
            {isRenewed ? (
              <Notice tone="success" title="This is the new link">
                <p className="breaks">{link}</p>
                <p>Earlier links of this order no longer work. The buyer has not been told yet.</p>
              </Notice>
            ) : null}
            <div className="cluster gap-1">
              <Button variant="quiet" icon={<Copy />} onClick={() => void copyOrderLink(link)}>
                Copy Link
              </Button>
              <WriteLinks order={order} linkKey={linkKey} ways={ways} />
              <Button variant="quiet" icon={<Send />} onClick={() => setAsked('send')}>
                Send the Link
              </Button>
              <Button variant="quiet" onClick={() => setAsked('renew')}>
                Renew the Order Link
              </Button>
            </div>
            <ConfirmAction
              isOpen={asked === 'send'}
              title="Send the link to the buyer?"
              confirmLabel="Send"
              act={send}
              failureTitle="Link not sent"
              onClose={() => setAsked(null)}
            >
              <p>{[customerEmail, customerPhone].filter(Boolean).join(', ')}</p>
            </ConfirmAction>
            <ConfirmAction
              isOpen={asked === 'renew'}
              title="Renew the link of this order?"
              confirmLabel="Renew the Link"
              danger
              act={renew}
              failureTitle="Link not renewed"
              onClose={() => setAsked(null)}
            >
              <p>
                The link that the buyer has stops working at once, in messages that were sent too. You see the
                new one and can send it.
              </p>
            </ConfirmAction>
          </>
        );
      }}
    </Loaded>
  );
}

type WrittenOrder = Pick<AdminOrder, 'id' | 'customerPhone' | 'customerEmail'>;

/** Opens WhatsApp and the mail program with a text about an order, ready to be sent to its buyer. */
export function WriteAboutOrder({ order }: { order: WrittenOrder }) {
  return (
    <Loaded query={useOrderLink(order.id)} what="the link of the order" lines={1}>
      {({ linkKey }) => <WriteLinks order={order} linkKey={linkKey} />}
    </Loaded>
  );
}

function WriteLinks({
  order: { id, customerPhone, customerEmail },
  linkKey,
  ways,
}: {
  order: WrittenOrder;
  linkKey: string;
  ways?: string[];
}) {
  const { origin } = window.location;
  const linked = { id, linkKey, ways };
  return (
    <span className="cluster gap-4">
      <a
        className="inline-row gap-2 target icons-18"
        href={whatsAppLink(linked, origin, customerPhone)}
        target="_blank"
        rel="noreferrer"
      >
        <MessageCircle />
        WhatsApp
      </a>
      {customerEmail ? (
        <a className="inline-row gap-2 target icons-18" href={mailLink(linked, origin, customerEmail)}>
          <Mail />
          E-mail
        </a>
      ) : null}
    </span>
  );
}

const linkKeyOf = (id: string) => [adminKey, 'orders', 'link', id];

function useOrderLink(id: string) {
  return useQuery({
    queryKey: linkKeyOf(id),
    queryFn: () => callApi(orderLinkAsAdmin, { params: { id } }),
  });
}
