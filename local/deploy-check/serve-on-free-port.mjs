/* global Deno */
// Run by the Deno of Supabase's platform in front of a function: starts it on a free port of this machine, which newer
// versions take from DENO_SERVE_ADDRESS, and prints the port.
const { serve } = Deno;
Deno.serve = (handler) =>
  serve(
    { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(`Listening on port ${port}.`) },
    handler,
  );
await import(Deno.args[0]);
