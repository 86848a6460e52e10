import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { laterPart } from '../lib/later-part.ts';
import { Later } from './later.tsx';

type Code = { words: string };

test('says what is loading until the code is there, and fetches it once for all places', async () => {
  let arrive = (_code: Code) => {};
  let fetched = 0;
  const part = laterPart(() => {
    fetched += 1;
    return new Promise<Code>((resolve) => (arrive = resolve));
  });
  render(
    <>
      <Later part={part} label="Loading the words">
        {({ words }) => <p>{words}</p>}
      </Later>
      <Later part={part} label="Loading the words">
        {({ words }) => <b>{words}</b>}
      </Later>
    </>,
  );
  expect(screen.getAllByText('Loading the words')).toHaveLength(2);
  arrive({ words: 'Here' });
  expect(await screen.findAllByText('Here')).toHaveLength(2);
  expect(fetched).toBe(1);
});

test('code that does not arrive is asked for again by a button', async () => {
  const answers: (Code | null)[] = [null, null, { words: 'Here' }];
  const part = laterPart(async () => {
    const code = answers.shift();
    if (!code) throw new Error('The line is broken.');
    return Promise.resolve(code);
  });
  render(
    <Later part={part} label="Loading the words">
      {({ words }) => <p>{words}</p>}
    </Later>,
  );
  for (let i = 0; i < 2; i += 1) {
    await screen.findByText('This could not be loaded. Check your connection and try again.');
    screen.getByRole('button', { name: 'Try again' }).click();
  }
  await screen.findByText('Here');
  expect(screen.queryByRole('alert')).toBeNull();
});
