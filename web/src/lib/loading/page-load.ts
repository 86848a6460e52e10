/** Resolves when the page has loaded with all its files; at once if it already has, as scripts may start later. */
export async function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
