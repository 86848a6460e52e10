// Loaded before a command under test: requests to other machines go to the stand-ins at STAND_INS, which see the real address.
const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const { url } = new Request(input);
  if (new URL(url).hostname === '127.0.0.1') return fetch(input, init);
  const headers = new Headers(init?.headers);
  headers.set('x-address', url);
  return fetch(process.env.STAND_INS, { ...init, headers });
};
