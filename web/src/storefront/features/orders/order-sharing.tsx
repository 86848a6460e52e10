import { Copy, MessageCircle, Printer, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { copyOrderLink, type LinkedOrder, orderLink, whatsAppLink } from '#orders/order-link.ts';
import { fullOrderNumber } from '@contract/order-number.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './order-sharing.module.css';

const way = classNames('framed rigid row centered target ink icons-20', styles.way);

/** Buttons to save or share an order's link; the share button only where the browser supports it. */
export function OrderSharing({ order }: { order: LinkedOrder }) {
  const { origin } = window.location;
  const link = orderLink(order, origin);
  const canShare = typeof navigator.share === 'function';
  return (
    <div className="flex gap-2">
      <Way icon={<Copy />} onClick={() => void copyOrderLink(link)}>
        Copy Link
      </Way>
      {canShare ? (
        <Way icon={<Share2 />} onClick={() => void share(order, link)}>
          Share
        </Way>
      ) : null}
      <a
        className={way}
        href={whatsAppLink(order, origin)}
        rel="noreferrer"
        aria-label="Send on WhatsApp"
        title="Send on WhatsApp"
      >
        <MessageCircle />
      </a>
      <Way icon={<Printer />} onClick={() => window.print()}>
        Print
      </Way>
    </div>
  );
}

function Way({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) {
  return (
    <button type="button" className={way} aria-label={children} title={children} onClick={onClick}>
      {icon}
    </button>
  );
}

async function share({ id }: LinkedOrder, url: string): Promise<void> {
  try {
    await navigator.share({ title: `Order ${fullOrderNumber(id)}`, url });
  } catch (error) {
    // Closing the share sheet is not a failure.
    if ((error as Error).name === 'AbortError') return;
    showToast({ title: 'Not shared', description: 'Your browser did not allow it.', tone: 'destructive' });
  }
}
