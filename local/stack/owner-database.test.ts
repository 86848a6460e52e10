import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { selfSignedCertificate } from '../testing/self-signed-certificate.ts';
import { databaseSentence, encryptionOf, openOwnerDatabase } from './owner-database.ts';

const pooler = 'postgresql://postgres.ref:secret@aws-0-eu-central-1.pooler.supabase.com:5432/postgres';
const roots = readFileSync('local/stack/supabase-root-ca.pem', 'utf8');

test('a connection that leaves this machine is encrypted, for the server of the address alone', () => {
  expect(encryptionOf(pooler)).toEqual({ ca: roots });
  expect(encryptionOf('postgres://postgres:secret@db.ref.supabase.co:5432/postgres')).toEqual({ ca: roots });
  // None of these hosts is Supabase's: they get the authorities that Node trusts.
  for (const host of ['192.168.0.7', 'db.example', 'supabase.co.example', 'notsupabase.co'])
    expect(encryptionOf(`postgres://postgres:postgres@${host}/postgres`)).toEqual({});
  for (const host of ['127.0.0.1:54322', 'localhost', '[::1]:5432'])
    expect(encryptionOf(`postgres://postgres:postgres@${host}/postgres`)).toBe(false);
});

test('an address may say how it is encrypted, and who signs the certificate', () => {
  expect(encryptionOf(`${pooler}?sslmode=verify-full`)).toEqual({ ca: roots });
  expect(encryptionOf(`${pooler}?sslrootcert=system`)).toEqual({});
  expect(encryptionOf(`${pooler}?sslmode=require`)).toBe('require');
  expect(encryptionOf(`${pooler}?sslmode=disable`)).toBe(false);
  expect(() => encryptionOf(`${pooler}?sslmode=verify`)).toThrow(
    /^DATABASE_URL: sslmode=verify is not supported: use disable, prefer, require or verify-full/,
  );
  for (const file of ['no-such.crt', 'package.json'])
    expect(() => encryptionOf(`${pooler}?sslrootcert=${file}`)).toThrow(
      `${file} is not a file with a certificate`,
    );
});

test('the authorities of Supabase are those that its CLI has', () => {
  const certificates = roots.split(/(?<=-----END CERTIFICATE-----)\s+/).filter(Boolean);
  const facts = certificates.map((text) => new X509Certificate(text));
  expect(facts.map(({ subject }) => subject.split('\n').at(-1))).toEqual(
    Array(2).fill('CN=Supabase Root 2021 CA'),
  );
  expect(facts.map(({ fingerprint256 }) => fingerprint256.replaceAll(':', '').slice(0, 16))).toEqual([
    '807025AD50D4ED21',
    '5F9B77951A7AA130',
  ]);
});

test('a password that is not written as an address needs it gets a sentence without the password', () => {
  for (const password of ['pass#word', 'pass/word', 'pass%word', 'pass?word']) {
    const open = () => encryptionOf(`postgresql://postgres.ref:${password}@db.example:5432/postgres`);
    expect(open).toThrow(/^DATABASE_URL is not the address of a database: .* write # as %23/);
    expect(open).not.toThrow(password);
  }
  expect(() => encryptionOf('https://ref.supabase.co')).toThrow('DATABASE_URL is not the address');
});

describe('a server with a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-tls-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = async (name: string, host: string) => {
    const { key, cert } = await selfSignedCertificate(host);
    writeFileSync(join(folder, `${name}.key`), key);
    writeFileSync(join(folder, `${name}.crt`), cert);
  };
  beforeAll(async () => {
    await certificate('own', 'localhost');
    await certificate('other', 'localhost');
    await certificate('elsewhere', 'db.example');
  });

  /** Answers as Postgres does when it is asked to encrypt; who then says a word believes it. */
  async function serverWith(name: string) {
    const words: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('S');
        const [key, cert] = ['key', 'crt'].map((kind) => readFileSync(join(folder, `${name}.${kind}`)));
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on('error', () => {});
        secure.on('data', (word: Buffer) => {
          words.push(word.toString('latin1'));
          const refused = Buffer.from('E\0\0\0\0SFATAL\0C28000\0Mnobody is let in\0\0', 'latin1');
          refused.writeInt32BE(refused.length - 1, 1);
          secure.end(refused);
        });
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const ask = async (how: string) => {
      const sql = openOwnerDatabase(`postgres://postgres:secret@localhost:${port}/postgres?${how}`);
      onTestFinished(() => sql.end({ timeout: 0 }));
      return sql`select 1`.then(() => 'answered', databaseSentence);
    };
    return { words, ask };
  }
  const trusting = (name: string) => `sslmode=verify-full&sslrootcert=${join(folder, `${name}.crt`)}`;
  const refusal = /^The server's certificate does not prove .* sslrootcert=<file> .* sslmode=require/;

  test('is told nothing unless the authority of the address has signed it', async () => {
    const { words, ask } = await serverWith('own');
    expect(await ask(trusting('other'))).toMatch(refusal);
    expect(await ask('sslmode=verify-full')).toMatch(refusal);
    expect(words).toEqual([]);
    expect(await ask(trusting('own'))).toBe('nobody is let in');
    expect(words).toHaveLength(1);
    expect(words[0]).toContain('user\0postgres');
    expect(words[0]).not.toContain('sslrootcert');
    expect(await ask('sslmode=require')).toBe('nobody is let in');
    expect(words).toHaveLength(2);
  });

  test('is told nothing when it is the certificate of another server', async () => {
    const { words, ask } = await serverWith('elsewhere');
    expect(await ask(trusting('elsewhere'))).toMatch(refusal);
    expect(words).toEqual([]);
  });
});
