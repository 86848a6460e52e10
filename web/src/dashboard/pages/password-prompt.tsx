import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { loadInBackground } from '#lib/loading/load-in-background.ts';
import { setPasswordPrompt } from '../lib/password-again.ts';
import type { PasswordDialogProps } from './password-dialog.tsx';

/**
 * Asks for the password before actions that a stolen session must not perform. The action waits, and nothing that was
 * typed is lost. The dialog is loaded on demand; if it fails to load, the action is refused with a toast.
 */
export function PasswordPrompt({ email }: { email: string }) {
  const [Dialog, setDialog] = useState<ComponentType<PasswordDialogProps> | null>(null);
  const [waiting, setWaiting] = useState<readonly ((isProved: boolean) => void)[]>([]);
  useEffect(() => {
    setPasswordPrompt(async () => {
      const file = await loadInBackground(() => import('./password-dialog.tsx'));
      if (!file) {
        // Browsers cache a failed module load: retrying without a reload is useless.
        showToast({
          title: 'The Password Dialog Did Not Load',
          description: 'The connection was lost. Reload the page and try again.',
          tone: 'destructive',
        });
        return false;
      }
      setDialog(() => file.PasswordDialog);
      return new Promise((resolve) => setWaiting((others) => [...others, resolve]));
    });
    return () => setPasswordPrompt(null);
  }, []);
  const answer = (isProved: boolean) => {
    for (const resolve of waiting) resolve(isProved);
    setWaiting([]);
  };
  return Dialog ? <Dialog email={email} isOpen={waiting.length > 0} onAnswer={answer} /> : null;
}
