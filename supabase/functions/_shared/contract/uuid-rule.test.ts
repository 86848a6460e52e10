import { expect, test } from 'vitest';
import { string } from 'yup';
import { uuidRule } from './uuid-rule.ts';

const id = string().test(uuidRule('Unknown order'));

test.each([undefined, '2f1c2f4e-7f0b-4d0e-9a51-6f1c2f4e7f0b', '01a210ab-b19f-7b0a-a204-46d13171cd8f'])(
  'an id of any version may be one: %s',
  (text) => expect(id.isValidSync(text)).toBe(true),
);

test.each(['', '01a210ab', '01a210ab-b19f-7b0a-a204-46d13171cd8g'])('another text is not one: %j', (text) =>
  expect(() => id.validateSync(text)).toThrow('Unknown order'),
);
