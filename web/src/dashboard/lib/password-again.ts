import { ApiError } from '../../lib/api-client.ts';
import { AdminDataError } from './admin-database.ts';

/** Asks the person for their password; returns whether it was right. */
type AskPerson = () => Promise<boolean>;

let askPerson: AskPerson | null = null;

/** Registers the function that asks for the password; null removes it. */
export function askPasswordsWith(ask: AskPerson | null): void {
  askPerson = ask;
}

/**
 * Runs an action that needs a password entered within the last ten minutes. When it is refused for that, the person
 * enters the password and the action runs once more; if they decline, the refusal is returned.
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
