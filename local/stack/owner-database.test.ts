import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databaseSentence, encryptionOf, openOwnerDatabase } from './owner-database.ts';

const pooler = 'postgresql://postgres.ref:secret@aws-0-eu-central-1.pooler.supabase.com:5432/postgres';
const roots = readFileSync('local/stack/supabase-root-ca.pem', 'utf8');

test('a connection to another machine is encrypted and its certificate verified', () => {
  expect(encryptionOf(pooler)).toEqual({ ca: roots });
  expect(encryptionOf('postgres://postgres:secret@db.ref.supabase.co:5432/postgres')).toEqual({ ca: roots });
  // None of these hosts is Supabase's: the root certificates that Node trusts apply.
  for (const host of ['192.168.0.7', 'db.example', 'supabase.co.example', 'notsupabase.co'])
    expect(encryptionOf(`postgres://postgres:postgres@${host}/postgres`)).toEqual({});
  for (const host of ['127.0.0.1:54322', 'localhost', '[::1]:5432'])
    expect(encryptionOf(`postgres://postgres:postgres@${host}/postgres`)).toBe(false);
});

test('an address may set the SSL mode and the root certificate', () => {
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

test('the root certificates of Supabase are those of its CLI', () => {
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

test('a password that is not URL-encoded is reported without the password', () => {
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

  /** Replies to an encryption request as Postgres does; a client that then sends a message has accepted the certificate. */
  async function serverWith(name: string) {
    const received: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => {
        socket.write('S');
        const [key, cert] = ['key', 'crt'].map((kind) => readFileSync(join(folder, `${name}.${kind}`)));
        const secure = new TLSSocket(socket, { isServer: true, key, cert });
        secure.on('error', () => {});
        secure.on('data', (message: Buffer) => {
          received.push(message.toString('latin1'));
          const refused = Buffer.from('E\0\0\0\0SFATAL\0C28000\0Mnobody is let in\0\0', 'latin1');
          refused.writeInt32BE(refused.length - 1, 1);
          secure.end(refused);
        });
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const connectWith = async (how: string) => {
      const sql = openOwnerDatabase(`postgres://postgres:secret@localhost:${port}/postgres?${how}`);
      onTestFinished(() => sql.end({ timeout: 0 }));
      return sql`select 1`.then(() => 'answered', databaseSentence);
    };
    return { received, connectWith };
  }
  const trusting = (name: string) => `sslmode=verify-full&sslrootcert=${join(folder, `${name}.crt`)}`;
  const refusal = /^The server's certificate does not prove .* sslrootcert=<file> .* sslmode=require/;

  test('is sent nothing unless the expected root certificate has signed it', async () => {
    const { received, connectWith } = await serverWith('own');
    expect(await connectWith(trusting('other'))).toMatch(refusal);
    expect(await connectWith('sslmode=verify-full')).toMatch(refusal);
    expect(received).toEqual([]);
    expect(await connectWith(trusting('own'))).toBe('nobody is let in');
    expect(received).toHaveLength(1);
    expect(received[0]).toContain('user\0postgres');
    expect(received[0]).not.toContain('sslrootcert');
    expect(await connectWith('sslmode=require')).toBe('nobody is let in');
    expect(received).toHaveLength(2);
  });

  test('is sent nothing when the certificate is for another host', async () => {
    const { received, connectWith } = await serverWith('elsewhere');
    expect(await connectWith(trusting('elsewhere'))).toMatch(refusal);
    expect(received).toEqual([]);
  });
});

/**
 * A certificate of two days for a server of that name, signed by its own key, both as PEM. Node itself makes no
 * certificates.
 */
async function selfSignedCertificate(host: string): Promise<{ key: string; cert: string }> {
  const day = 24 * 60 * 60 * 1000;
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - day),
    notAfterDate: new Date(Date.now() + day),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  });
  return { key, cert };
}
