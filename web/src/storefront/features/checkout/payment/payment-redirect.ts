import type { PaymentForm } from '@contract/orders.ts';

/** The buyer sees the button change before the page goes away. */
const submitDelayMs = 200;

/**
 * Takes the buyer to the bank's page: builds the hidden form and submits it after a moment. When it cannot be
 * submitted, the form is removed and the promise rejects.
 * @returns removes the form again, for a page that the browser restores from its back/forward cache
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
    // A field named "submit" would hide the form's own method.
    HTMLFormElement.prototype.submit.call(form);
  } catch (error) {
    form.remove();
    throw error;
  }
  return () => form.remove();
}
