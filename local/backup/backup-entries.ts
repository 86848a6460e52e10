/** The header of an entry, in the order in which the kinds appear in the file. */
export type About =
  /** When it was made, ISO 8601; where its pictures were; the versions of the migrations that the database had. */
  | { kind: 'shop'; madeAt: string; supabaseUrl: string; migrations: string[] }
  /** Its body is the output of `copy … to stdout`. */
  | { kind: 'table'; schema: string; name: string; columns: string[] }
  | { kind: 'sequence'; schema: string; name: string; last: string }
  /** Its body is the file. */
  | { kind: 'picture'; bucket: string; name: string; type: string; cacheControl: string }
  /** A file without it is incomplete. */
  | { kind: 'end'; rows: number; pictures: number };

export type Entry = { about: About; body: Iterable<Buffer> | AsyncIterable<Buffer> };

/** `copy` returns few rows at a time; they are combined into chunks of this many bytes. */
const chunkBytes = 64 * 1024;

/** Serializes entries as length-prefixed chunks: first the header, then the body, and an empty chunk at the end. */
export async function* entriesToBytes(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { about, body } of entries) {
    yield chunk(Buffer.from(JSON.stringify(about)));
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const part of body) {
      waiting.push(part);
      length += part.length;
      if (length < chunkBytes) continue;
      yield chunk(Buffer.concat(waiting));
      [waiting, length] = [[], 0];
    }
    if (length > 0) yield chunk(Buffer.concat(waiting));
    yield chunk(Buffer.alloc(0));
  }
}

/** Parses the entries. A body that is not read before the next entry is skipped. */
export async function* bytesToEntries(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = byteReader(bytes);
  const nextChunk = async () => {
    const length = await take(4);
    return length && take(length.readUInt32BE());
  };
  for (let first = await nextChunk(); first; first = await nextChunk()) {
    let isOver = false;
    const nextOfBody = async () => {
      const part = isOver ? null : await nextChunk();
      isOver = !part || part.length === 0;
      return isOver ? null : part;
    };
    const body = async function* () {
      for (let part = await nextOfBody(); part; part = await nextOfBody()) yield part;
    };
    yield { about: JSON.parse(first.toString()) as About, body: body() };
    while (await nextOfBody());
  }
}

function chunk(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

/** Reads a number of bytes from a stream of buffers; null at its end. */
function byteReader(bytes: AsyncIterable<Buffer>): (count: number) => Promise<Buffer | null> {
  const source = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  return async (count) => {
    const parts = [rest];
    let length = rest.length;
    while (length < count) {
      const next = await source.next();
      if (next.done) return null;
      parts.push(next.value);
      length += next.value.length;
    }
    const all = Buffer.concat(parts);
    rest = all.subarray(count);
    return all.subarray(0, count);
  };
}
