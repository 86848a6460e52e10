import { expect, test } from 'vitest';
import { encryptionOf } from './owner-database.ts';

test('a connection that leaves this machine is encrypted', () => {
  const pooler = 'postgresql://postgres.ref:secret@aws-0-eu-central-1.pooler.supabase.com:5432/postgres';
  expect(encryptionOf(pooler)).toEqual({ ssl: 'require' });
  expect(encryptionOf('postgres://postgres:postgres@192.168.0.7/postgres')).toEqual({ ssl: 'require' });
  for (const host of ['127.0.0.1:54322', 'localhost', '[::1]:5432'])
    expect(encryptionOf(`postgres://postgres:postgres@${host}/postgres`)).toEqual({});
});

test('an address that says how it is encrypted decides by itself', () => {
  expect(encryptionOf('postgres://postgres:secret@db.example/postgres?sslmode=verify-full')).toEqual({});
});

test('a password that is not written as an address needs it gets a sentence without the password', () => {
  for (const password of ['pass#word', 'pass/word', 'pass%word', 'pass?word']) {
    const open = () => encryptionOf(`postgresql://postgres.ref:${password}@db.example:5432/postgres`);
    expect(open).toThrow(/^DATABASE_URL is not the address of a database: .* write # as %23/);
    expect(open).not.toThrow(password);
  }
  expect(() => encryptionOf('https://ref.supabase.co')).toThrow('DATABASE_URL is not the address');
});
