import { useEffect, useRef, useState } from 'react';
import { PromptSuspense } from '../components/page/prompt-suspense.tsx';
import { setChallengeHandler } from '../lib/api/challenge.ts';
import type { Challenge } from './challenge-prompt.tsx';
import { lazyPart } from '../lib/loading/lazy-part.ts';

/** Asks a person who has reached a rate limit to solve a challenge; the request is then repeated automatically. */
export function ChallengeDialog() {
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [wasShown, setWasShown] = useState(false);
  const isAsking = useRef(false);
  useEffect(() => {
    setChallengeHandler((siteKey) => {
      // A token is valid for one request; other requests made at the same time fail with the rate limit error.
      if (isAsking.current) return Promise.resolve(null);
      isAsking.current = true;
      return new Promise((resolve) => {
        setWasShown(true);
        setChallenge({
          siteKey,
          onAnswer: (token) => {
            isAsking.current = false;
            setChallenge(null);
            resolve(token);
          },
        });
      });
    });
    return () => setChallengeHandler(null);
  }, []);
  // Loaded on demand, as it is rarely needed.
  if (!wasShown) return null;
  return (
    <PromptSuspense>
      <ChallengePrompt challenge={challenge} />
    </PromptSuspense>
  );
}

const ChallengePrompt = lazyPart('ChallengePrompt', () => import('./challenge-prompt.tsx'));
