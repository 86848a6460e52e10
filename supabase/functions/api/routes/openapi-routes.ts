import { describeApi } from '../../_shared/contract/openapi.ts';
import type { Serve } from './serve.ts';

/** The description of everything that is served, itself included. */
export function openApiRoutes({ all, publicly }: Serve): void {
  publicly(describeApi, {
    parameters: [],
    answer: async () => {
      // Only who asks for it waits for its parts: no other call needs them.
      const [{ openApiDocument }, { replySchemas }] = await Promise.all([
        import('./openapi-document.ts'),
        import('./reply-schemas.ts'),
      ]);
      return { reply: openApiDocument(all, replySchemas), tags: ['openapi'] };
    },
  });
}
