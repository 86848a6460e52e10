/** The part of Supabase's runtime for background work after the reply. */
type EdgeRuntime = { waitUntil(work: Promise<unknown>): void };

/** Runs work in the background; the platform keeps the process alive until it is done. */
export function afterReply(work: Promise<unknown>): void {
  (globalThis as { EdgeRuntime?: EdgeRuntime }).EdgeRuntime?.waitUntil(work);
}
