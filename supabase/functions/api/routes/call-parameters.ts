import type { Context } from 'hono';
import { adminPageSize } from '../../_shared/contract/admin.ts';
import { unstorable } from '../../_shared/contract/clean-text.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { maxOrdersInPage } from '../../_shared/contract/orders.ts';
import { isUuid } from '../../_shared/contract/uuid.ts';
import { base64UrlOfText, textOfBase64Url } from '../../_shared/secrets/base64-url.ts';
import type { OrdersPage } from '../deps.ts';
import type { ApiEnv } from './caller.ts';

/** `:id` of the path. @throws Refusal `not_found` for what cannot be the id of anything */
export function idOf(c: Context<ApiEnv>, name = 'id'): string {
  const id = c.req.param(name) ?? '';
  if (!isUuid(id)) throw new Refusal('not_found');
  return id;
}

/** The `Idempotency-Key` in lower case, undefined without one. @throws Refusal `invalid_request` */
export function optionalKey(c: Context<ApiEnv>): string | undefined {
  const key = c.req.header('idempotency-key')?.toLowerCase();
  if (key === undefined || isUuid(key)) return key;
  throw invalid('Idempotency-Key', 'Send a UUID');
}

/** `?page=`, the first without it. @throws Refusal `invalid_request` */
export function pageOf(c: Context<ApiEnv>): number {
  const page = c.req.query('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(page)) throw invalid('page', 'Page must be 1 or more');
  return Number(page);
}

/** `?limit=`, the rows of a page; the most allowed without it. @throws Refusal `invalid_request` */
export function limitOf(c: Context<ApiEnv>): number {
  const limit = c.req.query('limit') ?? String(adminPageSize);
  if (/^[1-9]\d{0,2}$/.test(limit) && Number(limit) <= adminPageSize) return Number(limit);
  throw invalid('limit', `Limit must be from 1 to ${adminPageSize}`);
}

/** The parts of `?cursor=`, null without it. @throws Refusal `invalid_cursor` */
export function cursorOf(c: Context<ApiEnv>): unknown[] | null {
  const cursor = c.req.query('cursor');
  if (!cursor) return null;
  try {
    const parts: unknown = cursor.length <= 1000 ? JSON.parse(textOfBase64Url(cursor)) : null;
    if (Array.isArray(parts)) return parts;
  } catch {
    // As any other text that was not given.
  }
  throw new Refusal('invalid_cursor');
}

/** `?cursor=` as an address has it. */
export const cursorText = (parts: readonly unknown[]) => base64UrlOfText(JSON.stringify(parts));

/** Whether a part of a cursor is a text that Postgres takes. */
export const isCursorText = (part: unknown): part is string =>
  typeof part === 'string' && !unstorable.test(part);

/**
 * `?limit=`, the most allowed without it, and `?before=`, time and id of the last order that is known. @throws Refusal `invalid_request`
 */
export function ordersPageOf(c: Context<ApiEnv>): OrdersPage {
  const { limit = String(maxOrdersInPage), before } = c.req.query();
  if (!/^[1-9]\d?$/.test(limit) || Number(limit) > maxOrdersInPage)
    throw invalid('limit', `Limit must be from 1 to ${maxOrdersInPage}`);
  const [createdAt = '', id = ''] = before?.split(',') ?? [];
  if (before !== undefined && (!isIsoTime(createdAt) || !isUuid(id)))
    throw invalid('before', 'Send createdAt and id of an order, with a comma between them');
  return {
    limit: Number(limit),
    before: before === undefined ? null : { createdAt, id: id.toLowerCase() },
  };
}

/** As replies write it. */
const isIsoTime = (text: string) =>
  /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;

export const invalid = (field: string, message: string) =>
  new Refusal('invalid_request', { fields: { [field]: message } });
