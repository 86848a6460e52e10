import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

type File = { Words: ComponentType };

const shown = async (file: File | undefined) => {
  const Words = lazyPart('Words', () => Promise.resolve(file as File));
  await act(async () => {
    render(
      <Suspense fallback={<p>Loading</p>}>
        <Words />
      </Suspense>,
    );
    await Promise.resolve();
  });
};

it('shows the component once its code is there', async () => {
  await shown({ Words: () => <p>Here</p> });
  expect(screen.getByText('Here')).toBeTruthy();
});

it('goes on waiting while the page reloads for a new release, and breaks nothing', async () => {
  await shown(undefined);
  expect(screen.getByText('Loading')).toBeTruthy();
});

it('renders at once when its code was fetched before', async () => {
  const load = vi.fn(() => Promise.resolve({ Words: () => <p>Here</p> }));
  const Words = lazyPart('Words', load);
  Words.fetch();
  await new Promise((done) => setImmediate(done));
  render(<Words />);
  expect(screen.getByText('Here')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

it('is fetched again after an earlier fetch has failed', async () => {
  let isOnline = false;
  const Words = lazyPart('Words', () =>
    isOnline ? Promise.resolve({ Words: () => <p>Here</p> }) : Promise.reject(new Error('offline')),
  );
  Words.fetch();
  await Promise.resolve();
  isOnline = true;
  await act(async () => {
    render(<Words />);
    await Promise.resolve();
  });
  expect(screen.getByText('Here')).toBeTruthy();
});
