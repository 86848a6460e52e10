/** Limits of the Data API, as docs/deploy.md and supabase/config.toml set them for a hosted project. */
export const dataApi = { connections: 20, maxRows: 1000 };
