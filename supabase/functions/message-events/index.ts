import { logLine } from '../_shared/logging/log.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createMessageEvents } from './message-events.ts';
import { providerReports } from './provider-reports.ts';

const { env } = Deno;
const { asShop } = supabaseClients(env);

Deno.serve(
  createMessageEvents({
    providers: providerReports(env),
    recordEvents: (provider, events) =>
      asShop.rpc('record_message_events', { p_provider: provider, p_events: events }),
    log: logLine,
  }),
);
