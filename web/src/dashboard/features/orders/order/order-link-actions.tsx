import { type AdminOrder, orderLinkAsAdmin, renewLinkAsAdmin } from '@contract/admin.ts';
import { quotationLinkAsAdmin, renewQuotationLinkAsAdmin } from '@contract/quotations.ts';
import { waysInLines } from '@contract/ways-to-pay.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { sendMessagesNow } from '#dashboard/lib/send-messages-now.ts';
import { copyOrderLink, mailLink, orderLink, whatsAppLink } from '#orders/order-link.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { WriteLinks } from '#dashboard/components/write-links.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey } from '#dashboard/lib/admin-queries.ts';

/** The link of an order as its buyer has it: to copy, to send, and to renew when it has reached the wrong person. */
export function OrderLinkActions({ order }: { order: AdminOrder }) {
  const { id, customerEmail, customerPhone } = order;
  const ways = waysInLines(useShopDetails(), order);
  const [isSending, setIsSending] = useState(false);
  const [isRenewed, setIsRenewed] = useState(false);
  const { query, renew } = useBuyersLink('order', id);
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
        const link = orderLink({ id, linkKey }, window.location.origin);
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
              <WriteLinks {...linksTo(order, linkKey, ways)} />
              <Button variant="quiet" icon={<Send />} onClick={() => setIsSending(true)}>
                Send the Link
              </Button>
              <RenewLink
                of="order"
                label="Renew the Order Link"
                renew={renew}
                onRenewed={() => setIsRenewed(true)}
              >
                The link that the buyer has stops working at once, in messages that were sent too. You see the
                new one and can send it.
              </RenewLink>
            </div>
            {isSending ? (
              <ConfirmAction
                title="Send the link to the buyer?"
                confirmLabel="Send"
                act={send}
                failureTitle="Link not sent"
                onClose={() => setIsSending(false)}
              >
                <p>{[customerEmail, customerPhone].filter(Boolean).join(', ')}</p>
              </ConfirmAction>
            ) : null}
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
    <Loaded query={useBuyersLink('order', order.id).query} what="the link of the order" lines={1}>
      {({ linkKey }) => <WriteLinks {...linksTo(order, linkKey)} />}
    </Loaded>
  );
}

function linksTo({ id, customerPhone, customerEmail }: WrittenOrder, linkKey: string, ways?: string[]) {
  const { origin } = window.location;
  const linked = { id, linkKey, ways };
  return {
    whatsApp: whatsAppLink(linked, origin, customerPhone),
    mail: customerEmail && mailLink(linked, origin, customerEmail),
  };
}

const operations = {
  order: { read: orderLinkAsAdmin, renew: renewLinkAsAdmin },
  quotation: { read: quotationLinkAsAdmin, renew: renewQuotationLinkAsAdmin },
};

/** The key of the link that the buyer of an order or a quotation has, and what makes another one. */
export function useBuyersLink(of: keyof typeof operations, id: string) {
  const queryClient = useQueryClient();
  const { read, renew } = operations[of];
  const queryKey = [adminKey, of, 'link', id];
  const query = useQuery({ queryKey, queryFn: () => callApi(read, { params: { id } }) });
  return {
    query,
    renew: async () => queryClient.setQueryData(queryKey, await callApi(renew, { params: { id } })),
  };
}

type RenewLinkProps = {
  of: keyof typeof operations;
  label: string;
  renew(): Promise<unknown>;
  onRenewed(): void;
  /** What happens to the links that the buyer has, and to the new one. */
  children: string;
};

/** Makes another link, when the one before has reached the wrong person. */
export function RenewLink({ of, label, renew, onRenewed, children }: RenewLinkProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking ? (
        <ConfirmAction
          title={`Renew the link of this ${of}?`}
          confirmLabel="Renew the Link"
          danger
          act={renew}
          onDone={onRenewed}
          failureTitle="Link not renewed"
          onClose={() => setIsAsking(false)}
        >
          <p>{children}</p>
        </ConfirmAction>
      ) : null}
    </>
  );
}
