import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../components/overlays/dialog.tsx';
import { loadTurnstile } from './turnstile.ts';

export type Challenge = { siteKey: string; onAnswer: (token: string | null) => void };

/** The dialog with the challenge's widget; closed while `challenge` is null. */
export function ChallengePrompt({ challenge }: { challenge: Challenge | null }) {
  return (
    <Dialog isOpen={challenge !== null} onClose={() => challenge?.onAnswer(null)} title="Are you a person?">
      <p>
        There were very many requests from your network. Please confirm that you are a person. What you typed
        is kept.
      </p>
      {challenge ? <Widget {...challenge} /> : null}
    </Dialog>
  );
}

function Widget({ siteKey, onAnswer }: Challenge) {
  const container = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let remove = () => {};
    let isGone = false;
    loadTurnstile().then(
      (turnstile) => {
        if (isGone || !container.current) return;
        const widget = turnstile.render(container.current, {
          sitekey: siteKey,
          callback: onAnswer,
        });
        remove = () => turnstile.remove(widget);
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [siteKey, onAnswer]);
  return failure ? (
    <p role="alert">{failure} Please close this and try again in a minute.</p>
  ) : (
    <div ref={container} />
  );
}
