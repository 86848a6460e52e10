/** Wraps each text of the page as page translators do: React then changes texts that are no longer on the page. */
export function translatePage(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (texts.nextNode()) all.push(texts.currentNode as Text);
  for (const text of all) {
    const font = document.createElement('font');
    text.replaceWith(font);
    font.append(text.cloneNode());
  }
}
