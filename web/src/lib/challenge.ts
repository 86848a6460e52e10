/** Shows a challenge to the person at the page. The token of who solved it; null when they gave up. */
type AskPerson = (siteKey: string) => Promise<string | null>;

let askPerson: AskPerson | null = null;

/** Says who shows challenges; null while nobody does. */
export function showChallengesWith(ask: AskPerson | null): void {
  askPerson = ask;
}

/** The token of a person who has solved the challenge; null when nobody could or would. */
export async function solveChallenge(siteKey: string): Promise<string | null> {
  return askPerson ? askPerson(siteKey) : null;
}
