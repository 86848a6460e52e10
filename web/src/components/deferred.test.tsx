import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferredPart } from '../lib/deferred-part.ts';
import { Deferred } from './deferred.tsx';

type Code = { text: string };

test('shows what is loading until the code has loaded, and loads it once for all places', async () => {
  let finishLoading = (_code: Code) => {};
  let fetched = 0;
  const part = deferredPart(() => {
    fetched += 1;
    return new Promise<Code>((resolve) => (finishLoading = resolve));
  });
  render(
    <>
      <Deferred part={part} label="Loading the text">
        {({ text }) => <p>{text}</p>}
      </Deferred>
      <Deferred part={part} label="Loading the text">
        {({ text }) => <b>{text}</b>}
      </Deferred>
    </>,
  );
  expect(screen.getAllByText('Loading the text')).toHaveLength(2);
  finishLoading({ text: 'Here' });
  expect(await screen.findAllByText('Here')).toHaveLength(2);
  expect(fetched).toBe(1);
});

test('code that failed to load can be loaded again with a button', async () => {
  const answers: (Code | null)[] = [null, null, { text: 'Here' }];
  const part = deferredPart(async () => {
    const code = answers.shift();
    if (!code) throw new Error('The line is broken.');
    return Promise.resolve(code);
  });
  render(
    <Deferred part={part} label="Loading the text">
      {({ text }) => <p>{text}</p>}
    </Deferred>,
  );
  for (let i = 0; i < 2; i += 1) {
    await screen.findByText('This could not be loaded. Check your connection and try again.');
    screen.getByRole('button', { name: 'Try again' }).click();
  }
  await screen.findByText('Here');
  expect(screen.queryByRole('alert')).toBeNull();
});
