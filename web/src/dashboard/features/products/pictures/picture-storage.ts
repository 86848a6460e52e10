import { ConnectionError } from '#lib/api/api-client.ts';
import { adminDatabase } from '#dashboard/lib/admin-database.ts';
import type { PictureFile, PreparedPicture } from './prepared-picture.ts';

export const pictureBucket = 'products';
/** Seconds: a year, because a stored file never changes. */
const cacheControl = '31536000';
/** Milliseconds: a file not uploaded for a day may be deleted as unused, so an older one is uploaded again. */
const freshMs = 12 * 60 * 60 * 1000;
/** Milliseconds: if a file of at most 200 kB takes longer, the connection is lost. */
const timeoutMs = 60_000;

export type SendProgress = { done: number; of: number; sentBytes: number; totalBytes: number };

/**
 * Uploads the files of a picture one after the other, except those that were stored recently. Returns the public URL
 * of the widest.
 * @throws ConnectionError when there was no reply, Error with a sentence when the storage refused
 */
export async function sendPicture(
  { files }: PreparedPicture,
  onProgress: (progress: SendProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const { storage } = await withinTime(adminDatabase());
  const bucket = storage.from(pictureBucket);
  const [hash = ''] = files[0]?.name.split('-') ?? [];
  const list = await withinTime(bucket.list('', { search: hash, limit: 10 }));
  if (list.error) throw storageFailure(list.error);
  const isFresh = (sentAt: string | null) => Date.now() - Date.parse(sentAt ?? '') < freshMs;
  const there = new Set(
    list.data.filter((file) => isFresh(file.updated_at ?? file.created_at)).map(({ name }) => name),
  );

  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  let sentBytes = 0;
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    onProgress({ done, of: files.length, sentBytes, totalBytes });
    if (!there.has(file.name)) await sendFile(file);
    sentBytes += file.bytes.byteLength;
  }
  signal.throwIfAborted();
  onProgress({ done: files.length, of: files.length, sentBytes, totalBytes });
  return bucket.getPublicUrl(files.at(-1)?.name ?? '').data.publicUrl;

  async function sendFile({ name, type, bytes }: PictureFile) {
    // A file is named by its content's hash, so it never changes; uploading it again renews its date.
    const { error } = await withinTime(
      bucket.upload(name, bytes, { contentType: type, cacheControl, upsert: true }),
    );
    if (error) throw storageFailure(error);
  }
}

function withinTime<T>(response: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError(new Error('No answer in time.'))), timeoutMs);
  });
  return Promise.race([response, late]).finally(() => clearTimeout(timer));
}

/** Supabase Storage replies 400 to everything, with the real status inside. */
function statusOf(error: { statusCode?: string; status?: number }): string | undefined {
  return error.statusCode ?? error.status?.toString();
}

function storageFailure(error: Error & { statusCode?: string; status?: number }): Error {
  const status = statusOf(error);
  // Errors thrown by fetch have none.
  if (!status) return new ConnectionError(error);
  if (status.startsWith('5') || (error.status ?? 0) >= 500)
    return new Error('Pictures cannot be stored at the moment. Please try again in a few minutes.');
  if (status === '401' || status === '403') {
    return new Error('You are not allowed to add pictures. Sign in again as an admin; the picture is kept.');
  }
  return new Error(`The storage refused the picture: ${error.message}. The picture is kept; try again.`);
}
