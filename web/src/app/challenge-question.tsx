import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { loadTurnstile } from '../lib/turnstile.ts';

export type Question = { siteKey: string; answer: (token: string | null) => void };

/** The question, and the widget that answers it; null closes the dialog. */
export function ChallengeQuestion({ question }: { question: Question | null }) {
  return (
    <Dialog isOpen={question !== null} onClose={() => question?.answer(null)} title="Are you a person?">
      <p>
        There were very many requests from your network. Please confirm that you are a person. What you typed
        is kept.
      </p>
      {question ? <Widget {...question} /> : null}
    </Dialog>
  );
}

function Widget({ siteKey, answer }: Question) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const answerNow = useRef(answer);
  useEffect(() => {
    let remove = () => {};
    let isGone = false;
    loadTurnstile().then(
      (turnstile) => {
        if (isGone || !place.current) return;
        const widget = turnstile.render(place.current, {
          sitekey: siteKey,
          callback: (token) => answerNow.current(token),
        });
        remove = () => turnstile.remove(widget);
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isGone = true;
      remove();
    };
  }, [siteKey]);
  return failure ? (
    <p role="alert">{failure} Please close this and try again in a minute.</p>
  ) : (
    <div ref={place} />
  );
}
