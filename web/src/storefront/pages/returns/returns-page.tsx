import { TextPage } from '#storefront/features/texts/text-page.tsx';

/** What can be returned, until when, and when the refund arrives. */
export function ReturnsPage() {
  return <TextPage page="returns" />;
}
