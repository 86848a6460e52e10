import { fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetAdminToken } from './admin-database.ts';
import { useNoteStaffActivity } from './use-note-staff-activity.ts';

let notes = 0;

beforeEach(() => {
  notes = 0;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.endsWith('/rpc/record_staff_activity')) {
      notes += 1;
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return Promise.resolve(
      Response.json({ token: 'token', url: 'http://127.0.0.1:1', publishableKey: 'key', expiresAt }),
    );
  });
});
afterEach(() => {
  forgetAdminToken();
  vi.useRealTimers();
});

it('reports that the dashboard was opened, after the requests of its first screen', async () => {
  renderHook(useNoteStaffActivity);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(notes).toBe(0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(notes).toBe(1);
});

it('reports a click at once, and further ones once a minute at most', async () => {
  renderHook(useNoteStaffActivity);
  fireEvent.pointerDown(document.body);
  await vi.advanceTimersByTimeAsync(0);
  expect(notes).toBe(1);
  await vi.advanceTimersByTimeAsync(59_000);
  fireEvent.keyDown(document.body, { key: 'a' });
  await vi.advanceTimersByTimeAsync(0);
  expect(notes).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  fireEvent.keyDown(document.body, { key: 'a' });
  await vi.advanceTimersByTimeAsync(0);
  expect(notes).toBe(2);
});
