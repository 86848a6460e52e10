import { screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { answerApi, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { AddressCounty } from './address-county.tsx';
import { CountyField } from './county-field.tsx';

test('Enter says that a county is not known, also where no form is sent', async () => {
  answerApi(200, [{ code: '047', name: 'Nairobi', towns: [] }]);
  const user = renderInShop(<CountyField label="Your county" hint="We ask once." />);
  const field = screen.getByLabelText('Your county');
  await user.type(field, 'Kampala{Enter}');
  await expect.poll(() => messageUnder(field)).toMatch(/^Please choose one of the 47 counties/);
  await user.clear(field);
  await user.type(field, 'nairobi cbd{Enter}');
  await expect.poll(() => messageUnder(field)).not.toMatch(/Please choose/);
});

test('Enter chooses the county, and does not send the form', async () => {
  answerApi(200, [{ code: '042', name: 'Kisumu', towns: ['Ahero'] }]);
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  const user = renderInShop(
    <form onSubmit={onSubmit}>
      <CountyField label="Your county" hint={false} />
      <button>Order</button>
    </form>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Your county');
  await user.type(field, 'Ahero{Enter}');
  await expect.poll(() => field.value).toBe('Kisumu');
  expect(onSubmit).not.toHaveBeenCalled();
});

const two = [
  { code: '032', name: 'Nakuru', towns: ['Rongai'] },
  { code: '034', name: 'Kajiado', towns: ['Rongai'] },
];

test('a place that two counties have is asked about, and no county is chosen by it', async () => {
  answerApi(200, two);
  const user = renderInShop(<CountyField label="Your county" hint={false} />);
  const field = screen.getByLabelText('Your county');
  await user.type(field, 'Rongai{Enter}');
  await expect
    .poll(() => messageUnder(field))
    .toBe('Rongai can be in Nakuru or Kajiado. Which county is it?');
  expect(localStorage.getItem('shop.delivery-county')).toBeNull();
});

test('an address that names another county is asked about, and chooses it on a press', async () => {
  answerApi(200, two);
  const user = renderInShop(
    <>
      <CountyField label="Your county" hint={false} />
      <AddressCounty address="Section 58, Nakuru" />
    </>,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Your county');
  await screen.findByText('In which county is this address?');
  await user.type(field, 'Kajiado');
  await user.tab();
  await screen.findByText('The county is Kajiado. Is this address there?');
  await user.click(screen.getByRole('button', { name: 'It is in Nakuru' }));
  await expect.poll(() => field.value).toBe('Nakuru');
  expect(screen.queryByText(/Is this address there/)).toBeNull();
});
