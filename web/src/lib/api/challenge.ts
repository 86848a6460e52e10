/** Shows a challenge to the person. Returns the token once it is solved; null when they gave up. */
type ShowChallenge = (siteKey: string) => Promise<string | null>;

let showChallenge: ShowChallenge | null = null;

/** Registers the function that shows challenges; null removes it. */
export function setChallengeHandler(show: ShowChallenge | null): void {
  showChallenge = show;
}

/** The token of a solved challenge; null when it could not be shown or was not solved. */
export async function solveChallenge(siteKey: string): Promise<string | null> {
  return showChallenge ? showChallenge(siteKey) : null;
}
