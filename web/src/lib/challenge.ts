/** Shows a challenge to the person. Returns the token once it is solved; null when they gave up. */
type AskPerson = (siteKey: string) => Promise<string | null>;

let askPerson: AskPerson | null = null;

/** Registers the function that shows challenges; null removes it. */
export function showChallengesWith(ask: AskPerson | null): void {
  askPerson = ask;
}

/** The token of a person who has solved the challenge; null when nobody could or would. */
export async function solveChallenge(siteKey: string): Promise<string | null> {
  return askPerson ? askPerson(siteKey) : null;
}
