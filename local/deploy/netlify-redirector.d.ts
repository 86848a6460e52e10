/** Netlify's own engine of redirect rules, of which it publishes no types. */
declare module 'netlify-redirector' {
  export type RedirectRule = { to: string; status?: number; force?: boolean };
  type Engine = { match(request: object): RedirectRule | null };
  const redirector: { parseJSON(rules: string, options: object): Promise<Engine> };
  export default redirector;
}
