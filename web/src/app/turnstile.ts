type WidgetOptions = { sitekey: string; callback: (token: string) => void };

/** The global object of Cloudflare's script. */
type Turnstile = {
  render: (element: HTMLElement, options: WidgetOptions) => string;
  remove: (widget: string) => void;
};

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

const scriptAddress = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';

/**
 * Cloudflare Turnstile, loaded when it is needed for the first time
 * (https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/).
 * @throws Error when it cannot be loaded
 */
export async function loadTurnstile(): Promise<Turnstile> {
  if (!window.turnstile) {
    await new Promise<void>((resolve, reject) => {
      const script = document.createElement('script');
      script.src = scriptAddress;
      script.onload = () => resolve();
      script.onerror = () => reject(new Error('The check could not be loaded.'));
      document.head.append(script);
    });
  }
  if (!window.turnstile) throw new Error('The check could not be loaded.');
  return window.turnstile;
}
