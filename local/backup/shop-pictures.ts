import type postgres from 'postgres';
import type { Entry } from './backup-entries.ts';

export type StoredPicture = { bucket: string; name: string };
type PictureFile = { type: string; cacheControl: string; content: Buffer[] };

/** For one picture of at most two million bytes. */
const timeoutMs = 60_000;

/** The public objects in Storage, which are all of the shop's pictures. */
export async function storedPictures(sql: postgres.Sql): Promise<StoredPicture[]> {
  const [table] = await sql`select to_regclass('storage.objects') is not null as found`;
  if (!table?.found) return [];
  return sql<StoredPicture[]>`
    select o.bucket_id as bucket, o.name from storage.objects o
    join storage.buckets b on b.id = o.bucket_id and b.public order by o.bucket_id, o.name`;
}

/** Null when there is no such file. @throws Error when the store does not answer as it should */
export async function readPicture(
  supabaseUrl: string,
  { bucket, name }: StoredPicture,
): Promise<PictureFile | null> {
  const answer = await fetch(`${supabaseUrl}/storage/v1/object/public/${bucket}/${address(name)}`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status === 400 || answer.status === 404) {
    await answer.body?.cancel();
    return null;
  }
  if (!answer.ok || !answer.body) throw new Error(`The picture ${name} was answered with ${answer.status}.`);
  const content = Buffer.from(await answer.arrayBuffer());
  return {
    type: answer.headers.get('content-type') ?? 'application/octet-stream',
    cacheControl: answer.headers.get('cache-control') ?? 'max-age=3600',
    content: [content],
  };
}

/** Stores a picture, replacing one of the same name. @throws Error when it is refused */
export async function storePicture(
  { supabaseUrl, secretKey }: { supabaseUrl: string; secretKey: string },
  { bucket, name, type, cacheControl }: StoredPicture & { type: string; cacheControl: string },
  body: Entry['body'],
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  const answer = await fetch(`${supabaseUrl}/storage/v1/object/${bucket}/${address(name)}`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      'content-type': type,
      'cache-control': cacheControl,
      'x-upsert': 'true',
    },
    body: new Uint8Array(Buffer.concat(parts)),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`The picture ${name} was refused: ${await answer.text()}`);
  await answer.body?.cancel();
}

const address = (name: string) => name.split('/').map(encodeURIComponent).join('/');
