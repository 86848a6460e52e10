import { expect, test } from 'vitest';
import vitestConfig from '../../vitest.config.ts';
import { projects } from './longest-project-first.ts';

test('every project has its place in the order', () => {
  const configured = (vitestConfig.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : project,
  );
  expect([...projects].sort()).toEqual(configured.sort());
});
