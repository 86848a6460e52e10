import { type Language, languages } from '@contract/messages.ts';
import { useState } from 'react';
import { browserState } from '#lib/storage/stored-state.ts';

/** How the buyer wants to be contacted about the order. */
export type MessagePreferences = { language: Language; whatsAppConsent: boolean };

const storedLanguage = browserState('message-language', 1, parseLanguage);

/** How does the buyer want to be written to? */
export function useMessagePreferences() {
  const [preferences, setPreferences] = useState(recallMessagePreferences);
  const change = (changed: MessagePreferences) => {
    setPreferences(changed);
    storedLanguage.remember(changed.language);
  };
  return [preferences, change] as const;
}

/**
 * The language chosen before in this browser, else the browser's own when messages exist in it. Consent is requested
 * with every order.
 */
function recallMessagePreferences(): MessagePreferences {
  // There is no browser during prerendering.
  const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;
  return { language: storedLanguage.recall() ?? languageOf(preferred), whatsAppConsent: false };
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
