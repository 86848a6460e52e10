import { showToast } from '#components/overlays/toast.tsx';
import { fullOrderNumber } from '@contract/order-number.ts';

export type LinkedOrder = {
  id: string;
  linkKey: string;
  /** How it is paid, in lines: a text about it says so too. */
  ways?: readonly string[];
};

/**
 * The URL that opens the reduced view of an order on any device, without signing in. The key is in the `#` fragment:
 * browsers send that to no server, so no log and no other site sees it.
 */
export function orderLink({ id, linkKey }: LinkedOrder, origin: string): string {
  return `${origin}/order-confirmation/${id}#key=${encodeURIComponent(linkKey)}`;
}

/**
 * A link that opens WhatsApp with a message containing the order's link.
 * @param phone to whom, as of `toWhatsApp`
 */
export const whatsAppLink = (order: LinkedOrder, origin: string, phone: string | null = null): string =>
  toWhatsApp(textOf(order, origin), phone);

/**
 * Opens WhatsApp with a text, ready to be sent.
 * @param phone to whom, as `+254712345678`; without it, and for a landline of Kenya, WhatsApp asks
 */
export function toWhatsApp(text: string, phone: string | null): string {
  const mobile = /^\+?(?!254[2-6])(\d+)$/.exec(phone ?? '')?.[1] ?? '';
  return `https://wa.me/${mobile}?text=${encodeURIComponent(text)}`;
}

/** A link that opens an e-mail about an order with the same text. @param to the address */
export function mailLink(order: LinkedOrder, origin: string, to: string): string {
  const subject = encodeURIComponent(`Your order ${fullOrderNumber(order.id)}`);
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(textOf(order, origin))}`;
}

const textOf = (order: LinkedOrder, origin: string) =>
  [`Order ${fullOrderNumber(order.id)}: ${orderLink(order, origin)}`, ...(order.ways ?? [])].join('\n');

/** Copies the link of an order, and says so. */
export const copyOrderLink = (link: string): Promise<void> => copyLink(link, 'the order');

/** Copies a link, and says so. @param what it opens, such as `the order` */
export async function copyLink(link: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ title: 'Link copied', description: `It opens ${what} on any phone.` });
  } catch {
    // Not every browser lets a page write to the clipboard.
    showToast({ title: 'Not copied', description: 'Your browser did not allow it.', tone: 'destructive' });
  }
}
