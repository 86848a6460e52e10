import { storePicture } from '@contract/pictures.ts';
import { callApi } from '#lib/api/api-client.ts';
import type { PictureFile, PreparedPicture } from './prepared-picture.ts';

export const pictureBucket = 'products';
/** Milliseconds: a file not uploaded for a day may be deleted as unused, so an older one is uploaded again. */
const freshMs = 12 * 60 * 60 * 1000;
/** Milliseconds: if a file of at most 200 kB takes longer, the connection is lost. */
const timeoutMs = 60_000;

export type SendProgress = { done: number; of: number; sentBytes: number; totalBytes: number };

/** What this page has stored, by name: a picture that is sent again lacks only the rest. */
const stored = new Map<string, { url: string; at: number }>();

/**
 * Uploads the files of a picture one after the other, except those that were stored recently. Returns the public URL
 * of the widest.
 * @throws ApiError, ConnectionError when there was no reply
 */
export async function sendPicture(
  { files }: PreparedPicture,
  onProgress: (progress: SendProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  let sentBytes = 0;
  let address = '';
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress({ done, of: files.length, sentBytes, totalBytes });
    const earlier = stored.get(file.name);
    const isFresh = earlier && Date.now() - earlier.at < freshMs;
    address = isFresh ? earlier.url : await sendFile(file);
    sentBytes += file.bytes.byteLength;
  }
  signal.throwIfAborted();
  onProgress({ done: files.length, of: files.length, sentBytes, totalBytes });
  return address;
}

/** A file is named by its content's hash, so it never changes; uploading it again renews its date. */
async function sendFile({ name, bytes }: PictureFile): Promise<string> {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  const body = { data: btoa(letters.join('')) };
  const { url } = await callApi(storePicture, { params: { name }, body, readLimit: timeoutMs });
  stored.set(name, { url, at: Date.now() });
  return url;
}
