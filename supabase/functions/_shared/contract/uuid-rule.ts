import { isUuid } from './uuid.ts';

/** For yup's `test`: a UUID of any version. Its own rule knows them up to 5; the ids of orders have 7. */
export const uuidRule = (message: string) => ({
  name: 'uuid',
  message,
  skipAbsent: true,
  test: (text?: string | null) => isUuid(text ?? ''),
});
