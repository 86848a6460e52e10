import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Starts the files that take longest first, whatever project they are of, so that no worker is left alone with a
 * long one at the end. Where nothing was measured yet, a larger file counts as a longer one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const duration = ({ project, moduleId }: TestSpecification) => {
      const key = `${project.name}:${moduleId.slice(this.ctx.config.root.length + 1)}`;
      return this.ctx.cache.getFileTestResults(key)?.duration ?? statSync(moduleId).size;
    };
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return files.toSorted((a, b) => groupOf(a) - groupOf(b) || duration(b) - duration(a));
  }
}
