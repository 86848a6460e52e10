import type { Context } from 'hono';
import type { ApiEnv } from './caller.ts';

/** Replies with a PDF that the browser shows, and saves under this name. */
export const pdfReply = (c: Context<ApiEnv>, name: string, pdf: Uint8Array): Response =>
  c.body(pdf as Uint8Array<ArrayBuffer>, 200, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}.pdf"`,
  });
