import { deepHealth, shopHealth } from '../../_shared/contract/health.ts';
import { version } from '../../_shared/logging/version.ts';
import { sameSecret } from '../../_shared/secrets/same-secret.ts';
import type { Deps } from '../deps.ts';
import { staffCaller } from './caller.ts';
import type { Serve } from './serve.ts';

/** The health of the shop: for anybody, only that it answers; for staff and monitors, part by part. */
export function healthRoutes({ anyone, guarded }: Serve, deps: Deps): void {
  anyone(shopHealth, () => Promise.resolve({ isWell: true as const, version }));
  const forKeyOrStaff = guarded('staff', async (c) => {
    const given = c.req.header('x-health-key');
    if (deps.healthKey && given && sameSecret(given, deps.healthKey)) {
      // What is wrong is said below.
      await deps.health.noteMonitor().catch(() => undefined);
      return;
    }
    await staffCaller(c, deps, 'settings');
  });
  forKeyOrStaff(deepHealth, () => deps.health.deep());
}
