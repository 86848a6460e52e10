import { base64 } from '../../_shared/secrets/base64-url.ts';
import type { Context } from 'hono';
import {
  acceptQuotation,
  askForQuotation,
  getQuotation,
  getQuotationPaper,
  quotationLinkAsAdmin,
  renewQuotationLinkAsAdmin,
} from '../../_shared/contract/quotations.ts';
import { isUuid } from '../../_shared/contract/uuid.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { newSessionValue, sessionCookie, sessionId } from '../../_shared/http/session-cookie.ts';
import type { OrderLinkVersion } from '../../_shared/supabase/sql-replies.ts';
import type { Deps, QuotationLink } from '../deps.ts';
import { idOf, optionalKey } from './call-parameters.ts';
import { addressOf, type ApiEnv, placeOf, sendCookies, sidOf } from './caller.ts';
import type { Serve } from './serve.ts';

export function quotationRoutes(
  { anyone, staff }: Serve,
  { administration, limits, orderLinks, orders, shop }: Deps,
): void {
  const linkOf = ({ orderId, linkVersion }: OrderLinkVersion) => ({
    orderId,
    linkKey: orderLinks.keyOf(orderId, linkVersion),
  });

  anyone(
    askForQuotation,
    async ({ c, body }) => {
      const id = optionalKey(c) ?? crypto.randomUUID();
      await orders.askForQuotation(sidOf(c), addressOf(c), id, body);
      // The first one: sent again since the link was renewed, it opens nothing.
      return { id, linkKey: orderLinks.quotationKeyOf(id, 1) };
    },
    201,
  );
  anyone(getQuotation, async ({ c }) => {
    const link = linkedQuotation(c);
    await limits.take('read_order', placeOf(c));
    const quotation = await orders.quotation(link);
    if (!quotation) throw notFound();
    return { ...quotation, order: quotation.order && linkOf(quotation.order) };
  });
  anyone(getQuotationPaper, async ({ c }) => {
    const link = linkedQuotation(c);
    await limits.take('make_paper', placeOf(c));
    const paper = await orders.quotationPaper(link);
    if (!paper) throw notFound();
    // Loaded for the first paper, as for those of orders.
    const { paperPdf } = await import('../../_shared/papers/paper-pdf.ts');
    const key = orderLinks.quotationKeyOf(link.id, link.version);
    const content = { ...paper.content, link: `${c.get('call').origin}/quotation/${link.id}#key=${key}` };
    const pdf = await paperPdf([{ ...paper, content }], await shop.logo());
    return { name: `${paper.number}.pdf`, base64: base64(pdf) };
  });
  anyone(acceptQuotation, async ({ c, body }) => {
    const cookie = newSessionValue();
    const fresh = sessionId(cookie);
    const { sid, ...order } = await orders.acceptQuotation(
      ...([sidOf(c), fresh, addressOf(c), linkedQuotation(c), body] as const),
    );
    if (sid === fresh) sendCookies(c, sessionCookie(cookie, c.get('call').origin));
    return linkOf(order);
  });
  for (const endpoint of [quotationLinkAsAdmin, renewQuotationLinkAsAdmin])
    staff('orders.write')(endpoint, async ({ c, caller }) => {
      const isRenewed = endpoint === renewQuotationLinkAsAdmin;
      const version = await administration.quotationLinkVersion(caller, idOf(c), isRenewed);
      return { linkKey: orderLinks.quotationKeyOf(idOf(c), version) };
    });

  /** The quotation of the address, for whoever has the key of its link. @throws Refusal `not_found` */
  function linkedQuotation(c: Context<ApiEnv>): QuotationLink {
    const id = c.req.param('quotationId') ?? '';
    const key = c.req.header('x-order-key') ?? '';
    const version = isUuid(id) ? orderLinks.quotationVersionOf(id, key) : null;
    if (!version) throw notFound();
    return { id, version };
  }
}

const notFound = () => new Refusal('not_found', { message: 'Quotation not found' });
