import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fetchPartsAtFirstInteraction, deferredPart, useDeferredPart } from './deferred-part.ts';

const pointer = (kind: string, clientX: number) =>
  document.dispatchEvent(new PointerEvent(kind, { clientX, clientY: 0 }));

test('a part is fetched once, when a pointer moves and not when it only rests on the page', async () => {
  let fetched = 0;
  const part = deferredPart(() => Promise.resolve({ text: `Fetched ${++fetched}` }));
  const Text = () => <p>{useDeferredPart(part)?.text ?? 'Not yet'}</p>;
  render(<Text />);
  fetchPartsAtFirstInteraction();
  pointer('pointerover', 0);
  pointer('pointermove', 0);
  expect([fetched, screen.getByText('Not yet').textContent]).toEqual([0, 'Not yet']);
  await act(async () => {
    pointer('pointermove', 1);
    expect(fetched).toBe(1);
    await part.fetch();
  });
  screen.getByText('Fetched 1');
  pointer('pointermove', 2);
  expect(fetched).toBe(1);
});

test.each(['pointerdown', 'keydown', 'focusin'])('a part is fetched at the first %s', (event) => {
  let fetched = 0;
  deferredPart(() => Promise.resolve({ times: ++fetched }));
  fetchPartsAtFirstInteraction();
  expect(fetched).toBe(0);
  document.dispatchEvent(new Event(event));
  expect(fetched).toBe(1);
  document.dispatchEvent(new Event(event));
  expect(fetched).toBe(1);
});

test('a part that loads as undefined, as during a reload for a new release, counts as not loaded', async () => {
  const part = deferredPart(() => Promise.resolve<string | undefined>(undefined));
  await expect(part.fetch()).rejects.toThrow('reloaded');
  expect(part.code).toBeNull();
});

test('a part that failed to load is fetched again when it is needed next', async () => {
  let isBroken = true;
  const part = deferredPart(() => (isBroken ? Promise.reject(new Error('broken')) : Promise.resolve('here')));
  await expect(part.fetch()).rejects.toThrow('broken');
  isBroken = false;
  await expect(part.fetch()).resolves.toBe('here');
});
