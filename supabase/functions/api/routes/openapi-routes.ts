import { describeApi } from '../../_shared/contract/openapi.ts';
import type { Serve } from './serve.ts';

/** The description of everything that is served, itself included. */
export function openApiRoutes({ all, anyone }: Serve): void {
  anyone(describeApi, async () => {
    // Imported on demand: no other call needs it.
    const [{ openApiDocument }, { replySchemas }] = await Promise.all([
      import('./openapi-document.ts'),
      import('./reply-schemas.ts'),
    ]);
    return openApiDocument(all, replySchemas);
  });
}
