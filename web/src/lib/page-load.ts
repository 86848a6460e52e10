/** Done when the page has loaded with all its files; at once when it has already, as scripts may start after that. */
export async function pageLoad(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
