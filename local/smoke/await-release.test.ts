import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { awaitRelease } from './await-release.ts';

/** A site that answers with these, one after the other, and then with the last for ever; `asked` has its answers. */
async function site(...answers: { status?: number; text: string }[]) {
  const waiting = [...answers];
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { status = 200, text } = (waiting.length > 1 ? waiting.shift() : waiting[0]) ?? { text: '' };
    asked.push(text.trim());
    response.writeHead(request.url === '/release.txt' ? status : 404).end(text);
  });
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const quick = { between: 5, atMost: 5000 };

test('waits until the site is of the commit, whatever it says before', async () => {
  const { address, asked } = await site(
    { text: 'older\n' },
    { status: 404, text: 'newer' },
    { text: 'newer\n' },
  );
  await awaitRelease(address, 'newer', quick);
  expect(asked).toEqual(['older', 'newer', 'newer']);
});

test('a site that stays as it is ends the wait with what it says', async () => {
  const { address } = await site({ text: 'older\n' });
  await expect(awaitRelease(address, 'newer', { between: 5, atMost: 40 })).rejects.toThrow(
    `${address} is of older, not of newer.`,
  );
});
