/** What the dashboard asks of supabase-js is its tables and files: it signs in by the API, and listens to no changes. */
export class AuthClient {}

export class RealtimeClient {
  /** Called with each token. */
  setAuth(): void {}
}
