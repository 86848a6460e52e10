import { shopFacts } from '../../supabase/functions/_shared/contract/shop-facts.ts';
import { iconPath, iconSizes } from './app-icons.ts';

/** The path of the manifest. */
export const manifestPath = '/manifest.webmanifest';

/** The web app manifest, used when the shop is installed on a device: https://www.w3.org/TR/appmanifest/. */
export function shopManifest(name: string) {
  return {
    id: '/',
    name,
    short_name: 'I & C',
    description: shopFacts.claim,
    lang: 'en-KE',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#faf8f3',
    theme_color: '#faf8f3',
    icons: iconSizes.map(({ pixels, purpose }) => ({
      src: iconPath({ pixels, purpose }),
      sizes: `${pixels}x${pixels}`,
      type: 'image/png',
      purpose,
    })),
  };
}
