import { expect, test } from 'vitest';
import { platformFaults } from './platform-faults.ts';

test('a part of the platform fails as a whole, and the others go on', async () => {
  const platform = platformFaults();
  const put = (body: string) => platform.app.request('/platform/faults.json', { method: 'PUT', body });
  const statusOf = async (path: string) => (await platform.answerOf(path))?.status;
  expect((await put('{"auth":"error503"}')).status).toBe(200);
  expect(await statusOf('/auth/v1/token?grant_type=password')).toBe(503);
  expect(await statusOf('/rest/v1/authors')).toBeUndefined();
  expect((await put('{"auth":"sometimes"}')).status).toBe(400);
  expect(await statusOf('/auth/v1/settings')).toBe(503);
  await put('{}');
  expect(await statusOf('/auth/v1/settings')).toBeUndefined();
});
