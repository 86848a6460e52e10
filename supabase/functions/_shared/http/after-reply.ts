/** What Supabase's runtime offers beside Deno: work that goes on after the reply. */
type EdgeRuntime = { waitUntil(work: Promise<unknown>): void };

/** Nobody waits for this work, and the platform does not end the process before it is done. */
export function afterReply(work: Promise<unknown>): void {
  (globalThis as { EdgeRuntime?: EdgeRuntime }).EdgeRuntime?.waitUntil(work);
}
