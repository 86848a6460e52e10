import { TextPage } from '#storefront/features/texts/text-page.tsx';

/** `/privacy`: what is stored about a person, why, for how long, and who sees it. */
export function PrivacyPage() {
  return <TextPage page="privacy" />;
}
