/** An order, and by what its caller sees it: the session, or the version of a link whose key was shown. */
export type SeenOrder = { sid: string | null; orderId: string; linkVersion: number | null };

/** As SQL takes it. */
export const seenBy = ({ sid, orderId, linkVersion }: SeenOrder) => ({
  p_sid: sid ?? '',
  p_order_id: orderId,
  p_link_version: linkVersion ?? undefined,
});
