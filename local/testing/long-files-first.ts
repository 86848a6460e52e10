import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest of those that would be begun last: one of them would run on alone, with one core for all the others. */
const longFiles = [
  'supabase/tests/proofs/misbehaving-gateway.test.ts',
  'local/tests/faults-with-buyers.night.ts',
  'local/tests/faults-of-parts.night.ts',
  'supabase/tests/proofs/killed-in-the-middle.night.ts',
  'supabase/tests/proofs/model-of-the-shop.test.ts',
  'local/tests/start-and-stop.night.ts',
  'web/e2e/shopper-screens.night.ts',
  'web/e2e/staff-screens.night.ts',
];

const missing = longFiles.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`Not there any more: ${missing.join(', ')}.`);

/** Vitest's order, project by project, but these files first: it knows no durations in a new clone. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longFiles.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
