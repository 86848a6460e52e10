import type { Context } from 'hono';
import {
  acceptQuotation,
  askForQuotation,
  getQuotation,
  getQuotationPaper,
  quotationLinkAsAdmin,
} from '../../_shared/contract/quotations.ts';
import { isUuid } from '../../_shared/contract/uuid.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { newSessionValue, sessionCookie, sessionId } from '../../_shared/http/session-cookie.ts';
import { sameSecret } from '../../_shared/secrets/same-secret.ts';
import type { OrderLinkVersion } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { idOf, optionalKey } from './call-parameters.ts';
import { addressOf, type ApiEnv, sendCookies, sidOf } from './caller.ts';
import type { Serve } from './serve.ts';

export function quotationRoutes({ anyone, staff }: Serve, { orderLinks, orders }: Deps): void {
  const linkOf = ({ orderId, linkVersion }: OrderLinkVersion) => ({
    orderId,
    linkKey: orderLinks.keyOf(orderId, linkVersion),
  });

  anyone(
    askForQuotation,
    async ({ c, body }) => {
      const id = optionalKey(c) ?? crypto.randomUUID();
      await orders.askForQuotation(sidOf(c), addressOf(c), id, body);
      return { id, linkKey: orderLinks.quotationKeyOf(id) };
    },
    201,
  );
  anyone(getQuotation, async ({ c }) => {
    const quotation = await orders.quotation(linkedQuotation(c));
    if (!quotation) throw notFound();
    return { ...quotation, order: quotation.order && linkOf(quotation.order) };
  });
  anyone(getQuotationPaper, async ({ c }) => {
    const paper = await orders.quotationPaper(linkedQuotation(c));
    if (!paper) throw notFound();
    // Loaded for the first paper, as for those of orders.
    const { paperPdf } = await import('../../_shared/papers/paper-pdf.ts');
    return { name: `${paper.number}.pdf`, base64: base64(await paperPdf([paper])) };
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
  staff('orders.write')(quotationLinkAsAdmin, ({ c }) =>
    Promise.resolve({ linkKey: orderLinks.quotationKeyOf(idOf(c)) }),
  );

  /** The quotation of the address, for whoever has the key of its link. @throws Refusal `not_found` */
  function linkedQuotation(c: Context<ApiEnv>): string {
    const id = c.req.param('quotationId') ?? '';
    const key = c.req.header('x-order-key') ?? '';
    if (!isUuid(id) || !sameSecret(key, orderLinks.quotationKeyOf(id))) throw notFound();
    return id;
  }
}

/** Byte by byte: a function takes some ten thousand arguments at most. */
const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

const notFound = () => new Refusal('not_found', { message: 'Quotation not found' });
