import { type Language, languages } from '@contract/messages.ts';
import { browserState } from '../../../../lib/stored-state.ts';

/** How a buyer wants to be contacted about the order. */
export type MessageWishes = { language: Language; whatsAppConsent: boolean };

const keptLanguage = browserState('message-language', 1, parseLanguage);

/**
 * The language chosen before in this browser, else the browser's own when messages are written in it. Consent is asked
 * for with every order.
 */
export function recallMessageWishes(): MessageWishes {
  // A page that is prerendered has no browser to ask.
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  return { language: keptLanguage.recall() ?? languageOf(preferred), whatsAppConsent: false };
}

export function rememberMessageWishes({ language }: MessageWishes): void {
  keptLanguage.remember(language);
}

/** The first of these languages, as browsers name them, in which messages are written; else English. */
export function languageOf(preferred: readonly string[]): Language {
  for (const name of preferred) {
    const language = parseLanguage(name.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return 'en';
}

function parseLanguage(kept: unknown): Language | null {
  return languages.find((language) => language === kept) ?? null;
}
