/** What an entry of a backup is about, in the order in which they stand in the file. */
export type About =
  /** When it was made, ISO 8601; where its pictures were; the versions of the migrations that the database had. */
  | { kind: 'shop'; madeAt: string; supabaseUrl: string; migrations: string[] }
  /** Its body is what `copy … to stdout` says. */
  | { kind: 'table'; schema: string; name: string; columns: string[] }
  | { kind: 'sequence'; schema: string; name: string; last: string }
  /** Its body is the file. */
  | { kind: 'picture'; bucket: string; name: string; type: string; cacheControl: string }
  /** Without it the file is not whole. */
  | { kind: 'end'; rows: number; pictures: number };

export type Entry = { about: About; body: AsyncIterable<Buffer> };

/** Pieces are gathered to this many bytes: `copy` gives few rows at a time. */
const gathered = 64 * 1024;

/** Entries as bytes: pieces with their length before them, the first is what it is about, an empty one ends it. */
export async function* entriesToBytes(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { about, body } of entries) {
    yield piece(Buffer.from(JSON.stringify(about)));
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const part of body) {
      waiting.push(part);
      length += part.length;
      if (length < gathered) continue;
      yield piece(Buffer.concat(waiting));
      [waiting, length] = [[], 0];
    }
    if (length > 0) yield piece(Buffer.concat(waiting));
    yield piece(Buffer.alloc(0));
  }
}

/** The entries again; a body is read before the next entry is asked for, or it is passed over. */
export async function* bytesToEntries(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const take = taking(bytes);
  const nextPiece = async () => {
    const length = await take(4);
    return length && take(length.readUInt32BE());
  };
  for (let first = await nextPiece(); first; first = await nextPiece()) {
    let isOver = false;
    const nextOfBody = async () => {
      const part = isOver ? null : await nextPiece();
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

export const noBody: AsyncIterable<Buffer> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

function piece(content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
}

/** Takes so many bytes from a stream of buffers of any length; null at its end. */
function taking(bytes: AsyncIterable<Buffer>): (count: number) => Promise<Buffer | null> {
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
