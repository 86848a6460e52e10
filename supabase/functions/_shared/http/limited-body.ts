import { Refusal } from './refusal.ts';

/** Reads a body as text and stops at the limit, whatever `content-length` claims. */
export async function readLimited(request: Request, maxBytes: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Refusal('body_too_large');
  if (!request.body) return '';
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).text();
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Refusal('body_too_large');
    }
    chunks.push(value);
  }
}
