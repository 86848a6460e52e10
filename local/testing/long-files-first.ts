import { existsSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * In this order: those that read all that there is, while there is little; then the longest of those that would be begun
 * last: one of them would run on alone, with one core for all the others.
 */
const longFiles = [
  'supabase/tests/database/wrong-shapes.test.ts',
  'supabase/tests/database/doors-to-a-fact.test.ts',
  'supabase/tests/database/payments-without-order.test.ts',
  'supabase/tests/database/debts.test.ts',
  'supabase/tests/proofs/lists-of-staff.test.ts',
  'supabase/tests/database/message-limits.test.ts',
  'supabase/tests/proofs/tampering-data-api.test.ts',
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
    const place = ({ moduleId }: TestSpecification) => {
      const at = longFiles.findIndex((file) => moduleId.endsWith(file));
      return at < 0 ? longFiles.length : at;
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
