import { TextPage } from '#storefront/features/texts/text-page.tsx';

/** The terms of sale. */
export function TermsPage() {
  return <TextPage page="terms" />;
}
