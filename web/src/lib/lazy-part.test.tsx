import { act, render, screen } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

type File = { Text: ComponentType };

const shown = async (file: File | undefined) => {
  const Text = lazyPart('Text', () => Promise.resolve(file as File));
  await act(async () => {
    render(
      <Suspense fallback={<p>Loading</p>}>
        <Text />
      </Suspense>,
    );
    await Promise.resolve();
  });
};

it('shows the component once its code has loaded', async () => {
  await shown({ Text: () => <p>Here</p> });
  expect(screen.getByText('Here')).toBeTruthy();
});

it('keeps waiting while the page reloads for a new release, without an error', async () => {
  await shown(undefined);
  expect(screen.getByText('Loading')).toBeTruthy();
});

it('renders at once when its code was loaded before', async () => {
  const load = vi.fn(() => Promise.resolve({ Text: () => <p>Here</p> }));
  const Text = lazyPart('Text', load);
  Text.fetch();
  await new Promise((done) => setImmediate(done));
  render(<Text />);
  expect(screen.getByText('Here')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

it('is loaded again after an earlier load has failed', async () => {
  let isOnline = false;
  const Text = lazyPart('Text', () =>
    isOnline ? Promise.resolve({ Text: () => <p>Here</p> }) : Promise.reject(new Error('offline')),
  );
  Text.fetch();
  await Promise.resolve();
  isOnline = true;
  await act(async () => {
    render(<Text />);
    await Promise.resolve();
  });
  expect(screen.getByText('Here')).toBeTruthy();
});
