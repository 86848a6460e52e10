import { ApiError } from '#lib/api/api-client.ts';

/** Asks for the password; returns whether it was right. */
type ShowPasswordPrompt = () => Promise<boolean>;

let showPasswordPrompt: ShowPasswordPrompt | null = null;

/** Registers the function that asks for the password; null removes it. */
export function setPasswordPrompt(show: ShowPasswordPrompt | null): void {
  showPasswordPrompt = show;
}

/**
 * Runs an action that requires the password to have been entered within the last ten minutes. When it is refused for
 * that, the user is asked for the password and the action runs once more; if they decline, the error is thrown.
 */
export async function withPassword<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const isForPassword = error instanceof ApiError && error.reply?.code === 'password_required';
    if (!isForPassword || !(await showPasswordPrompt?.())) throw error;
    return act();
  }
}
