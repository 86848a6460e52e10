import { ApiError } from '../../lib/api-client.ts';
import { AdminDataError } from './admin-database.ts';

/** Asks the person at the page for their password; whether they have proved it. */
type AskPerson = () => Promise<boolean>;

let askPerson: AskPerson | null = null;

/** Says who asks for passwords; null while nobody does. */
export function askPasswordsWith(ask: AskPerson | null): void {
  askPerson = ask;
}

/**
 * Does what needs the password of the last ten minutes. After that refusal the person types it, and the same is done
 * once more; whoever would rather not gets the refusal.
 */
export async function withPassword<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (codeOf(error) !== 'password_required' || !(await askPerson?.())) throw error;
    return act();
  }
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.reply?.code;
  return error instanceof AdminDataError ? error.code : undefined;
}
