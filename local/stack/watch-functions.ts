import { watch } from 'node:fs';
import type { FunctionsRuntime } from './functions-runtime.ts';

/** Restarts a function when its sources change, and all of them when shared sources change. */
export function watchFunctions(functions: FunctionsRuntime, log: (text: string) => void): void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const restart = async () => {
    const names = changed.has('_shared')
      ? functions.names
      : functions.names.filter((name) => changed.has(name));
    changed.clear();
    for (const name of names) {
      await functions
        .restart(name)
        .then(() => log(`Function ${name} restarted`))
        .catch((error: unknown) => log(`Function ${name} does not start: ${String(error)}`));
    }
  };
  watch('supabase/functions', { recursive: true }, (_, file) => {
    if (!file || file.endsWith('.test.ts')) return;
    changed.add(file.split(/[\\/]/)[0] ?? '');
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), 200);
  });
}
