import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline as piped, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/*
 * The format of an encrypted file: a magic string, 16 bytes of salt, 12 bytes of nonce, the compressed content encrypted
 * with AES-256-GCM, and the 16-byte authentication tag. The key is derived from the passphrase with scrypt.
 */
const magic = Buffer.from('shop backup 1\n');
const [saltBytes, nonceBytes, authTagBytes] = [16, 12, 16];
const headBytes = magic.length + saltBytes + nonceBytes;
const minPassphraseLength = 16;

/**
 * Writes a file that only its owner can read, and renames it to this name when it is complete.
 * @throws Error with a message for the user when the passphrase is too short or the file exists
 */
export async function writeSealed(
  file: string,
  passphrase: string,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  if (passphrase.length < minPassphraseLength)
    throw new Error(
      `Set BACKUP_PASSPHRASE to at least ${minPassphraseLength} characters, and keep it apart from the file.`,
    );
  if (existsSync(file)) throw new Error(`${file} exists already: name another file.`);
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)];
  const head = Buffer.concat([magic, salt, nonce]);
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
 * Streams the content. It is authenticated only at its end: read it once completely before using it.
 * @throws Error with a message for the user when it is not a backup, is damaged, or the passphrase is wrong
 */
export async function* readSealed(file: string, passphrase: string): AsyncGenerator<Buffer> {
  const { head, authTag, end } = await readEnds(file);
  const salt = head.subarray(magic.length, magic.length + saltBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, salt), head.subarray(-nonceBytes))
    .setAAD(head)
    .setAuthTag(authTag);
  const content = piped(
    createReadStream(file, { start: headBytes, end }),
    decipher,
    createGunzip(),
    () => {},
  );
  try {
    yield* content as AsyncIterable<Buffer>;
  } catch {
    throw new Error(`${file} cannot be decrypted: the passphrase is wrong or the file is damaged.`);
  }
}

async function readEnds(file: string): Promise<{ head: Buffer; authTag: Buffer; end: number }> {
  const handle = await open(file).catch(() => {
    throw new Error(`There is no file ${file}.`);
  });
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(headBytes);
    const authTag = Buffer.alloc(authTagBytes);
    await handle.read(head, 0, headBytes, 0);
    if (size <= headBytes + authTagBytes || !head.subarray(0, magic.length).equals(magic))
      throw new Error(`${file} is not a backup of a shop.`);
    await handle.read(authTag, 0, authTagBytes, size - authTagBytes);
    return { head, authTag, end: size - authTagBytes - 1 };
  } finally {
    await handle.close();
  }
}

/** Each derivation takes 64 MB and a tenth of a second. */
const keyOf = (passphrase: string, salt: Buffer) =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 });
