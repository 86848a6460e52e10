import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { stackUnderTest } from './stack-under-test.ts';

const mark = () => join(stackUnderTest().dataFolder, 'test-file');

/** Two files at a time on one stack would count each other's orders: then the second fails at once, with this reason. */
beforeAll(() => {
  try {
    closeSync(openSync(mark(), 'wx'));
  } catch (error) {
    throw new Error('Another test file is running on the stack of this one.', { cause: error });
  }
  return () => rmSync(mark(), { force: true });
});
