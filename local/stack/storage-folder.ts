import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { App } from '@supabase/lite';

type StorageAdapter = NonNullable<App['_storageAdapter']>;
type Metadata = { mimetype: string; cacheControl: string; eTag: string; size: number };

/**
 * Stores objects as files in a folder, each with a metadata file. There is one file per object: the API writes without a
 * version and reads with one, so versions are not distinguished.
 */
export function fileStorage(folder: string): StorageAdapter {
  const pathOf = (bucket: string, key: string) => {
    const path = normalize(join(folder, bucket, `${key}@current`));
    if (!path.startsWith(normalize(join(folder, bucket))))
      throw new Error(`Not a name for an object: ${key}`);
    return path;
  };
  const read = (path: string) => {
    const metadata = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Metadata;
    return {
      ...metadata,
      contentLength: metadata.size,
      lastModified: statSync(path).mtime,
      httpStatusCode: 200,
    };
  };
  const write = (path: string, body: Buffer, mimetype: string, cacheControl: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, body);
    const eTag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
    writeFileSync(`${path}.json`, JSON.stringify({ mimetype, cacheControl, eTag, size: body.length }));
    return read(path);
  };
  const remove = (path: string) => {
    for (const file of [path, `${path}.json`]) rmSync(file, { force: true });
  };
  return {
    driver: null,
    getObject: async (bucket, key) => {
      const path = pathOf(bucket, key);
      return { metadata: read(path), httpStatusCode: 200, body: readFileSync(path) };
    },
    uploadObject: async (bucket, key, _version, body, contentType, cacheControl) => {
      const bytes =
        body instanceof Uint8Array ? Buffer.from(body) : await collect(body as ReadableStream<Uint8Array>);
      return write(pathOf(bucket, key), bytes, contentType, cacheControl);
    },
    deleteObject: async (bucket, key) => remove(pathOf(bucket, key)),
    deleteObjects: async (bucket, keys) => {
      for (const key of keys) remove(pathOf(bucket, key));
    },
    copyObject: async (bucket, source, _version, toBucket, target) => {
      const path = pathOf(bucket, source);
      const { mimetype, cacheControl } = read(path);
      return write(pathOf(toBucket, target), readFileSync(path), mimetype, cacheControl);
    },
    headObject: async (bucket, key) => read(pathOf(bucket, key)),
    privateAssetUrl: async (bucket, key) => `file://${pathOf(bucket, key)}`,
  };
}

async function collect(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
