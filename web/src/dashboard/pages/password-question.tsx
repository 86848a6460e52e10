import { type ComponentType, useEffect, useState } from 'react';
import { loadQuietly } from '../../lib/load-quietly.ts';
import { askPasswordsWith } from '../lib/password-again.ts';
import type { PasswordDialogProps } from './password-dialog.tsx';

/**
 * Asks for the password before what a stolen sign-in must not do. What asked for it waits, with all that was typed. The
 * dialog is loaded then; without it nothing is proved.
 */
export function PasswordQuestion({ email }: { email: string }) {
  const [Dialog, setDialog] = useState<ComponentType<PasswordDialogProps> | null>(null);
  const [waiting, setWaiting] = useState<readonly ((isProved: boolean) => void)[]>([]);
  useEffect(() => {
    askPasswordsWith(async () => {
      const file = await loadQuietly(() => import('./password-dialog.tsx'));
      if (!file) return false;
      setDialog(() => file.PasswordDialog);
      return new Promise((resolve) => setWaiting((others) => [...others, resolve]));
    });
    return () => askPasswordsWith(null);
  }, []);
  const answer = (isProved: boolean) => {
    for (const resolve of waiting) resolve(isProved);
    setWaiting([]);
  };
  return Dialog ? <Dialog email={email} isOpen={waiting.length > 0} onAnswer={answer} /> : null;
}
