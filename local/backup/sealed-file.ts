import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/*
 * A file that only its passphrase opens: a mark, 16 bytes of salt, 12 bytes of nonce, the compressed content under
 * AES-256-GCM, and 16 bytes that prove that nothing of all this was changed. The key is scrypt's of the passphrase.
 */
const mark = Buffer.from('shop backup 1\n');
const [saltBytes, nonceBytes, proofBytes] = [16, 12, 16];
const headBytes = mark.length + saltBytes + nonceBytes;
const shortest = 16;

/**
 * Writes a file, readable by its owner alone, under this name only when all of it is there.
 * @throws Error with a message for the user when the passphrase is too short or the file exists
 */
export async function writeSealed(
  file: string,
  passphrase: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  if (passphrase.length < shortest)
    throw new Error(
      `Set BACKUP_PASSPHRASE to at least ${shortest} characters, and keep it apart from the file.`,
    );
  if (existsSync(file)) throw new Error(`${file} exists already: name another file.`);
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const head = Buffer.concat([mark, salt, nonce]);
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce).setAAD(head);
  const unfinished = `${file}.unfinished`;
  try {
    await pipeline(
      Readable.from(content),
      createGzip(),
      cipher,
      async function* (sealed: AsyncIterable<Buffer>) {
        yield head;
        yield* sealed;
        yield cipher.getAuthTag();
      },
      createWriteStream(unfinished, { mode: 0o600 }),
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/**
 * The content, piece by piece. That nothing was changed is known at its end: read it once before anything is done with it.
 * @throws Error with a message for the user when it is no backup, damaged, or the passphrase is another one
 */
export async function* readSealed(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const { head, proof, end } = await ends(file);
  const salt = head.subarray(mark.length, mark.length + saltBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), head.subarray(-nonceBytes))
    .setAAD(head)
    .setAuthTag(proof);
  const content = piped(
    createReadStream(file, { start: headBytes, end }),
    decipher,
    createGunzip(),
    () => {},
  );
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch {
    throw new Error(`${file} does not open: it was written with another passphrase, or it is damaged.`);
  }
}

async function ends(file: string): Promise<{ head: Buffer; proof: Buffer; end: number }> {
  const handle = await open(file).catch(() => {
    throw new Error(`There is no file ${file}.`);
  });
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(headBytes);
    const proof = Buffer.alloc(proofBytes);
    await handle.read(head, 0, headBytes, 0);
    if (size <= headBytes + proofBytes || !head.subarray(0, mark.length).equals(mark))
      throw new Error(`${file} is no backup of a shop.`);
    await handle.read(proof, 0, proofBytes, size - proofBytes);
    return { head, proof, end: size - proofBytes - 1 };
  } finally {
    await handle.close();
  }
}

/** 64 MB and a tenth of a second for each guess. */
const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 });
