import { type Language, languages } from '@contract/messages.ts';
import { browserState } from '#lib/storage/stored-state.ts';

/** How the buyer wants to be contacted about the order. */
export type MessagePreferences = { language: Language; whatsAppConsent: boolean };

const storedLanguage = browserState('message-language', 1, parseLanguage);

/**
 * The language chosen before in this browser, else the browser's own when messages exist in it. Consent is requested
 * with every order.
 */
export function recallMessagePreferences(): MessagePreferences {
  // There is no browser during prerendering.
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  return { language: storedLanguage.recall() ?? languageOf(preferred), whatsAppConsent: false };
}

export function rememberMessagePreferences({ language }: MessagePreferences): void {
  storedLanguage.remember(language);
}

/** The first of the browser's languages in which messages exist; else English. */
export function languageOf(preferred: readonly string[]): Language {
  for (const name of preferred) {
    const language = parseLanguage(name.toLowerCase().split('-')[0]);
    if (language) return language;
  }
  return 'en';
}

function parseLanguage(stored: unknown): Language | null {
  return languages.find((language) => language === stored) ?? null;
}
