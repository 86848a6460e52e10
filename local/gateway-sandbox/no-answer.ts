/** How long a connection stays open without a reply; longer than any client waits. */
const silenceMs = 60_000;

/** A connection that stays open without a reply and is then closed. The server logs the error, so its stack is a single line. */
export async function noAnswer(wait: (milliseconds: number) => Promise<void>): Promise<Response> {
  await wait(silenceMs);
  const cut = new Error('The connection was closed.');
  cut.stack = 'Sandbox: a connection was closed, as configured in the fault settings.';
  return new Response(new ReadableStream({ start: (line) => line.error(cut) }));
}

/** Milliseconds pass; waiting for them does not keep the process alive. */
export async function pass(milliseconds: number): Promise<void> {
  if (milliseconds > 0) await new Promise((resolve) => void setTimeout(resolve, milliseconds).unref());
}
