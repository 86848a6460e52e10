import { deepHealth, shopHealth } from '../../_shared/contract/health.ts';
import { sameSecret } from '../../_shared/http/edge-proxy-call.ts';
import type { Deps } from '../deps.ts';
import { adminCaller } from './caller.ts';
import type { Serve } from './serve.ts';

/** The health of the shop: for anybody, only that it answers; for admins and monitors, part by part. */
export function healthRoutes({ anyone, guarded }: Serve, deps: Deps): void {
  anyone(shopHealth, () => Promise.resolve({ isWell: true as const }));
  const forKeyOrAdmin = guarded('admin', async (c) => {
    const given = c.req.header('x-health-key');
    if (deps.healthKey && given && sameSecret(given, deps.healthKey)) return;
    await adminCaller(c, deps);
  });
  forKeyOrAdmin(deepHealth, () => deps.health.deep());
}
