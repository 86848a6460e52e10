import { generateKeyPairSync, sign } from 'node:crypto';

/**
 * A certificate of two days for a server of that name, signed by its own key, both as PEM. Written by hand, since Node
 * makes no certificates and a machine need not have OpenSSL: RFC 5280, with nothing in it that a test does not need.
 */
export function selfSignedCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), utf8(host))));
  const day = 24 * 60 * 60 * 1000;
  const validity = sequence(utcTime(Date.now() - day), utcTime(Date.now() + day));
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const alternativeName = sequence(oid('551d11'), octets(sequence(dnsName(host))));
  const authority = sequence(oid('551d13'), yes, octets(sequence(yes)));
  const content = sequence(
    ...[der(0xa0, integer(2)), integer(1), ecdsaWithSha256, name, validity, name, subjectKey],
    der(0xa3, sequence(authority, alternativeName)),
  );
  const certificate = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)));
  const lines = certificate.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value as DER writes it: its kind, its length, itself. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const octets = (value: Buffer) => der(0x04, value);
const bits = (value: Buffer) => der(0x03, Buffer.from([0]), value);
const integer = (value: number) => der(0x02, Buffer.from([value]));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const dnsName = (host: string) => der(0x82, Buffer.from(host));
const yes = der(0x01, Buffer.from([255]));
const utcTime = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
