import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { openQuestions } from './owner-questions.ts';

/** Somebody at a keyboard, or a file of lines. */
function owner(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => {} });
  const output = new PassThrough();
  let screen = '';
  output.on('data', (text) => (screen += String(text)));
  return { type: (text: string) => input.write(text), screen: () => screen, ...openQuestions(input, output) };
}

it('a terminal shows what is typed, but no secret, whatever keys are pressed', async () => {
  const { type, screen, ask, askSecret, close } = owner(true);
  const token = askSecret('Token');
  // A letter too many is taken back.
  type('sbp_secreX');
  type('\u007f');
  type('t\r');
  expect(await token).toBe('sbp_secret');
  expect(screen()).toMatch(/Token: /);
  const name = ask('Name', 'My shop');
  // The line before.
  type('\u001b[A');
  type('Ada’s\r');
  expect(await name).toBe('Ada’s');
  const region = ask('Region', 'eu-central-1');
  type('\r');
  expect(await region).toBe('eu-central-1');
  expect(screen()).toMatch(/Name \(My shop\): [^]*Ada’s[^]*Region \(eu-central-1\): /);
  expect(screen()).not.toMatch(/sbp|secre/);
  close();
});

it('agrees by a yes alone, and not where nobody answers', async () => {
  const { type, agrees, screen, close } = owner(false);
  type('yes\nno\n\nyesterday\nY\n');
  const answers = [];
  for (let i = 0; i < 5; i += 1) answers.push(await agrees('Register it for ever?'));
  expect(answers).toEqual([true, false, false, false, true]);
  expect(screen()).toContain('Register it for ever? (yes or no): ');
  close();
  expect(await agrees('And this?')).toBe(false);
});

it('answers may come from a program, all at once; the last question has none', async () => {
  const { type, ask, askSecret } = owner(false);
  type('sbp_secret\n\n');
  expect([await askSecret('Token'), await ask('Name', 'My shop')]).toEqual(['sbp_secret', 'My shop']);
  const { type: end, ask: another, close } = owner(false);
  const missing = another('Name', '');
  end('');
  close();
  await expect(missing).rejects.toThrow('No answer: run the command in a terminal.');
});
