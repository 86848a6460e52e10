import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { awaitRelease } from './await-release.ts';

/** A site that answers with these, one after the other, and then always with the last; `replies` records them. */
async function site(...answers: { status?: number; text: string }[]) {
  const waiting = [...answers];
  const replies: string[] = [];
  const server = createServer((request, response) => {
    const { status = 200, text } = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? { text: '' };
    replies.push(text.trim());
    response.writeHead(request.url === '/release.txt' ? status : 404).end(text);
  });
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, replies };
}

const quick = { intervalMs: 5, timeoutMs: 5000 };

test('waits until the site has the release, after other replies', async () => {
  const { address, replies } = await site(
    { text: 'older\n' },
    { status: 404, text: 'newer' },
    { text: 'newer\n' },
  );
  await awaitRelease(address, 'newer', quick);
  expect(replies).toEqual(['older', 'newer', 'newer']);
});

test('fails with the release of the site when it does not change', async () => {
  const { address } = await site({ text: 'older\n' });
  await expect(awaitRelease(address, 'newer', { intervalMs: 5, timeoutMs: 40 })).rejects.toThrow(
    `${address} has release older, not newer.`,
  );
});
