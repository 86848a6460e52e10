import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { reasonOf } from '../deploy/vendor-api.ts';

/** As `npm run shop -- backup` names them: their order is that of time. */
const ofTheShop = /shop-\d{4}-\d\d-\d\dT\d{4}\.backup$/;
const kept = 30;
/** Of a part of an hour, since the file may be large. */
const timeoutMs = 50 * 60_000;

type Env = Record<string, string | undefined>;

/**
 * A place for backups that speaks S3's protocol, such as Amazon's, Cloudflare's or Backblaze's.
 * @param address `https://<host>/<bucket>/<folder>`, the folder optional
 * @param env `BACKUP_KEY_ID` and `BACKUP_KEY_SECRET`; `BACKUP_REGION` where the host's name does not tell it
 * @throws Error with a message for the user
 */
export function backupBucket(address: string, env: Env, retries = 10) {
  const { BACKUP_KEY_ID: accessKeyId, BACKUP_KEY_SECRET: secretAccessKey, BACKUP_REGION: region } = env;
  const { origin, pathname } = new URL(address);
  const [, bucket = '', ...path] = pathname.replace(/\/$/, '').split('/');
  // Other letters have another form in a signature, in a query and in a list.
  if (!accessKeyId || !secretAccessKey || ![bucket, ...path].every((name) => /^[\w.-]+$/.test(name)))
    throw new Error(
      'A backup goes to https://<host>/<bucket>/<folder>, named with letters, digits, “.”, “_” and “-”, with BACKUP_KEY_ID and BACKUP_KEY_SECRET.',
    );
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    retries,
    ...(region && { region }),
  });
  const folder = path.map((part) => `${part}/`).join('');

  /** A server in trouble and a lost connection are asked again: each request may be repeated. */
  const request = async (path: string, init: RequestInit, tries = 3): Promise<Response> => {
    try {
      const answer = await client.fetch(`${origin}/${bucket}${path}`, {
        ...init,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.ok) return answer;
      const reason = /<Message>([^<]*)/.exec(await answer.text())?.[1];
      throw new Error(`${init.method} was answered with ${answer.status}${reason ? `: ${reason}` : ''}`);
    } catch (error) {
      if (tries > 1 && error instanceof TypeError) return request(path, init, tries - 1);
      throw new Error(`The store of backups, ${origin}/${bucket}: ${reasonOf(error)}.`, { cause: error });
    }
  };

  return {
    /** Stores a file. The server compares its hash; its size is read back. */
    store: async (file: string) => {
      const hash = createHash('md5');
      for await (const part of createReadStream(file) as AsyncIterable<Buffer>) hash.update(part);
      const body = await openAsBlob(file);
      const path = `/${folder}${basename(file)}`;
      await request(path, { method: 'PUT', body, headers: { 'content-md5': hash.digest('base64') } });
      const stored = await request(path, { method: 'HEAD' });
      if (Number(stored.headers.get('content-length')) !== body.size)
        throw new Error(`${path} is not complete at ${origin}/${bucket}.`);
    },
    /** Deletes all but the newest thirty; other files stay. @returns how many are there */
    keepNewest: async (): Promise<number> => {
      const prefix = encodeURIComponent(`${folder}shop-`);
      const list = await (await request(`?list-type=2&prefix=${prefix}`, { method: 'GET' })).text();
      const names = [...list.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
      const backups = names.filter((name) => ofTheShop.test(name)).sort();
      for (const name of backups.slice(0, -kept)) await request(`/${name}`, { method: 'DELETE' });
      return Math.min(backups.length, kept);
    },
  };
}
