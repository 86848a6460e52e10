import { useEffect, useRef, useState } from 'react';
import { PromptSuspense } from '../components/prompt-suspense.tsx';
import { showChallengesWith } from '../lib/challenge.ts';
import type { Question } from './challenge-question.tsx';
import { lazyPart } from '../lib/lazy-part.ts';

/** Asks a person who is above a limit to solve a challenge; the request is then repeated automatically. */
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
  // Loaded on demand: hardly anybody ever sees it.
  if (!hasAsked) return null;
  return (
    <PromptSuspense>
      <ChallengeQuestion question={question} />
    </PromptSuspense>
  );
}

const ChallengeQuestion = lazyPart('ChallengeQuestion', () => import('./challenge-question.tsx'));
