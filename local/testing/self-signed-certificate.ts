import { generate } from 'selfsigned';

/**
 * A certificate of two days for a server of that name, signed by its own key, both as PEM. Node itself makes no
 * certificates.
 */
export async function selfSignedCertificate(host: string): Promise<{ key: string; cert: string }> {
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
