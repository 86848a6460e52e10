import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The projects in the order in which they run, those with the longest files first: a file of a minute that starts last
 * keeps one worker busy while the others have nothing left to do. Vitest takes them by name.
 */
export const projects: readonly string[] = [
  'proofs',
  'local-stack',
  'browser',
  'api',
  'database',
  'components',
  'slow-unit',
  'unit',
];

/** The files of a project stay together: they share a process. */
export class LongestProjectFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
