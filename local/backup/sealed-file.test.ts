import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bytesToEntries, entriesToBytes, type Entry } from './backup-entries.ts';
import { readSealed, writeSealed } from './sealed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-sealed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const passphrase = 'words that nobody guesses';
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.backup`);

async function* pieces(...texts: (string | Error)[]) {
  for (const text of texts) {
    if (text instanceof Error) throw text;
    yield await Promise.resolve(Buffer.from(text));
  }
}

async function read(file: string, secretWords = passphrase): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of readSealed(file, secretWords)) parts.push(part);
  return Buffer.concat(parts).toString();
}

const decryptionError = /cannot be decrypted: the passphrase is wrong or the file is damaged/;

it('decrypts with its passphrase only, and contains no plain text', async () => {
  const file = newFile();
  const secret = 'ada@example.com '.repeat(10_000);
  await writeSealed(file, passphrase, pieces(secret, 'and more'));
  expect(await read(file)).toBe(`${secret}and more`);
  await expect(read(file, `${passphrase}!`)).rejects.toThrow(decryptionError);
  expect(readFileSync(file, 'latin1')).not.toContain('ada@example.com');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('a changed or missing byte is detected', async () => {
  const file = newFile();
  await writeSealed(file, passphrase, pieces('some content'));
  const whole = readFileSync(file);
  // In the salt, the nonce, the content and the proof.
  for (const at of [14, 41, 44, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(file, damaged);
    await expect(read(file), `byte ${at}`).rejects.toThrow(decryptionError);
  }
  writeFileSync(file, whole.subarray(0, -1));
  await expect(read(file)).rejects.toThrow(decryptionError);
  writeFileSync(file, 'something else altogether, and long enough to be one of them');
  await expect(read(file)).rejects.toThrow('is not a backup of a shop');
  await expect(read(newFile())).rejects.toThrow('There is no file');
});

it('an interrupted write leaves no file, and existing files are not overwritten', async () => {
  const file = newFile();
  const before = readdirSync(folder);
  await expect(
    writeSealed(file, passphrase, pieces('half', new Error('the connection was closed'))),
  ).rejects.toThrow('the connection was closed');
  expect(readdirSync(folder)).toEqual(before);
  await writeSealed(file, passphrase, pieces('first'));
  await expect(writeSealed(file, passphrase, pieces('second'))).rejects.toThrow('exists already');
  expect(await read(file)).toBe('first');
  await expect(writeSealed(newFile(), 'short', pieces('x'))).rejects.toThrow('at least 16 characters');
});

it('entries are restored completely, also after skipped ones', async () => {
  const big = Buffer.alloc(300_000, 7);
  const picture = (name: string, ...parts: Buffer[]): Entry => ({
    about: { kind: 'picture', bucket: 'products', name, type: 'image/webp', cacheControl: 'max-age=1' },
    body: (async function* () {
      for (const part of parts) yield await Promise.resolve(part);
    })(),
  });
  async function* written() {
    yield await Promise.resolve(picture('skipped', Buffer.from('not read')));
    yield picture('empty');
    yield picture('big', big, Buffer.from('end'));
    yield { about: { kind: 'end', rows: 0, pictures: 3 }, body: [] } satisfies Entry;
  }
  // Cut anywhere, as a file is when it is read.
  async function* inBits(bytes: AsyncIterable<Buffer>) {
    for await (const part of bytes)
      for (let at = 0; at < part.length; at += 1009) yield part.subarray(at, at + 1009);
  }
  const seen: [string, number][] = [];
  for await (const { about, body } of bytesToEntries(inBits(entriesToBytes(written())))) {
    const name = about.kind === 'picture' ? about.name : about.kind;
    let length = 0;
    if (name !== 'skipped') for await (const part of body) length += part.length;
    seen.push([name, length]);
  }
  expect(seen).toEqual([
    ['skipped', 0],
    ['empty', 0],
    ['big', 300_003],
    ['end', 0],
  ]);
});
