import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../components/dialog.tsx';
import { showChallengesWith } from '../lib/challenge.ts';
import { loadTurnstile } from '../lib/turnstile.ts';

type Question = { siteKey: string; answer: (token: string | null) => void };

/** Asks who is above a limit to show that they are a person; the request is then repeated by itself. */
export function ChallengeDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const isAsking = useRef(false);
  useEffect(() => {
    showChallengesWith((siteKey) => {
      // A token serves one request, so the others of the same moment show that there was a limit.
      if (isAsking.current) return Promise.resolve(null);
      isAsking.current = true;
      return new Promise((resolve) => {
        setHasAsked(true);
        setQuestion({
          siteKey,
          answer: (token) => {
            isAsking.current = false;
            setQuestion(null);
            resolve(token);
          },
        });
      });
    });
    return () => showChallengesWith(null);
  }, []);
  // Hardly anybody ever sees it.
  if (!hasAsked) return null;
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
