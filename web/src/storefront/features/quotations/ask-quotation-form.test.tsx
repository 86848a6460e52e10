import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { kisumu } from '#testing/kisumu.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { AskQuotationForm } from './ask-quotation-form.tsx';

const items = [{ productId: '3f2a9c1e-0000-4000-8000-000000000454', quantity: 2 }];
const nothing = { name: '', contact: '', companyName: '', pin: '', county: '' };

function openForm(answers: Response[], known = nothing) {
  const sent: { key: string | null; body: unknown }[] = [];
  vi.stubGlobal('fetch', (_: string, { body, headers }: RequestInit = {}) => {
    sent.push({
      key: new Headers(headers).get('idempotency-key'),
      body: JSON.parse(body as string) as unknown,
    });
    return Promise.resolve(answers.shift() ?? new Response('{"id":"q1","linkKey":"abc"}', { status: 201 }));
  });
  const onMade = vi.fn();
  const user = renderInShop(
    <AskQuotationForm items={items} counties={[{ ...kisumu, towns: [] }]} known={known} onMade={onMade} />,
  );
  return { user, sent, onMade, button: screen.getByRole('button', { name: 'Get the Quotation' }) };
}

test('asks for name, contact and county, and says what is missing at the field', async () => {
  const { user, sent, button } = openForm([]);
  await user.click(button);
  for (const message of ['Enter your name', 'Enter your phone number or e-mail address'])
    await screen.findByText(message);
  expect(messageUnder(screen.getByLabelText('Delivery County'))).toBe('Choose the county');
  expect(sent).toEqual([]);
});

test('sends what was typed in its stored form; after a failure the same request has the same key', async () => {
  const busy = new Response('{"code":"shop_busy","message":"Busy"}', { status: 503 });
  const { user, sent, onMade, button } = openForm([busy]);
  await fillIn(user, { Name: 'Ada Lovelace', 'Phone or Email': '0712 345 678' });
  await user.selectOptions(screen.getByLabelText('Delivery County'), 'Kisumu');
  await user.click(screen.getByText('Buying for an organisation?'));
  await fillIn(user, { Organisation: 'Kisumu County', 'KRA PIN': 'p051234567x' });
  await user.click(button);
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  await user.click(button);
  await expect.poll(() => onMade.mock.calls).toEqual([['q1', 'abc']]);
  expect(sent[0]?.body).toMatchObject({
    name: 'Ada Lovelace',
    contact: '+254712345678',
    companyName: 'Kisumu County',
    pin: 'P051234567X',
    county: '042',
    items,
  });
  expect(sent[1]).toEqual(sent[0]);
});

test('begins with what is known of the person', () => {
  openForm([], { ...nothing, name: 'Ada', contact: 'ada@example.com', county: '042' });
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada');
  expect(screen.getByLabelText<HTMLSelectElement>('Delivery County').value).toBe('042');
});
