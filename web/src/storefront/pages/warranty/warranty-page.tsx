import { TextPage } from '#storefront/features/texts/text-page.tsx';

/** How long goods are covered, against what, and how to claim. */
export function WarrantyPage() {
  return <TextPage page="warranty" />;
}
