import type { PaymentForm } from '@contract/orders.ts';

/** Long enough for the buyer to see the button change. */
const submitDelayMs = 200;

/**
 * Takes the buyer to the bank's page: builds a hidden form and submits it after a moment. If that fails, the form is
 * removed and the promise rejects.
 * @returns a function that removes the form, for a page restored from the back/forward cache
 */
export async function goToPayment({ action, method, fields }: PaymentForm): Promise<() => void> {
  const form = document.createElement('form');
  form.action = action;
  form.method = method;
  form.acceptCharset = 'utf-8';
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  try {
    await new Promise((resolve) => setTimeout(resolve, submitDelayMs));
    // A field named "submit" would shadow the form's method.
    HTMLFormElement.prototype.submit.call(form);
  } catch (error) {
    form.remove();
    throw error;
  }
  return () => form.remove();
}
