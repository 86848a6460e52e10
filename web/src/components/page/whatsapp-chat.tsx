import { useShopDetails } from '#lib/api/shop-details.ts';

/** A link that opens a chat with the shop on WhatsApp, with a message to begin with; nothing when the shop has no number there. */
export function WhatsAppChat({ message, children }: { message: string; children: string }) {
  const { whatsapp } = useShopDetails();
  if (!whatsapp) return null;
  const address = `https://wa.me/${whatsapp.replace('+', '')}?text=${encodeURIComponent(message)}`;
  return (
    <a href={address} target="_blank" rel="noreferrer" className="inline-row target self-start screen-only">
      {children}
    </a>
  );
}
