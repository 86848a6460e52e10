import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { LoadedPart } from './loaded-part.tsx';

type File = { Text: () => string };

const show = (load: () => Promise<File>) => {
  const Text = lazyPart('Text', load);
  render(
    <LoadedPart label="Loading the text">
      <Text />
    </LoadedPart>,
  );
};

test('shows what is loading until the code is there', async () => {
  let arrive = (_file: File) => {};
  show(() => new Promise<File>((resolve) => (arrive = resolve)));
  screen.getByText('Loading the text');
  arrive({ Text: () => 'Here' });
  await screen.findByText('Here');
});

test('code that is lost is reported, with a button that reloads the page', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  show(() => Promise.reject(new Error('The line is broken.')));
  await screen.findByText('This could not be loaded. Check your connection and reload the page.');
  screen.getByRole('button', { name: 'Reload the page' }).click();
  expect(reload).toHaveBeenCalledOnce();
});
