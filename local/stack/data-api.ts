/** The Data API, as docs/deploy.md and supabase/config.toml set it for a hosted project. */
export const dataApi = { connections: 20, mostRows: 1000 };
