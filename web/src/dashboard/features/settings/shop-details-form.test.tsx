import { defaultShopDetails, type ShopDetails } from '@contract/shop-details.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { ShopDetailsForm } from './shop-details-form.tsx';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const save = () => screen.getByRole('button', { name: 'Save Shop Details' });

/** The form over a database that answers changes like this; returns the changes. */
function open(reply: (changes: Partial<ShopDetails>) => unknown) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_shop_details')) return defaultShopDetails;
    sent.push(body);
    return reply((body as { p_changes: Partial<ShopDetails> }).p_changes);
  });
  return { sent, user: renderInShop(<ShopDetailsForm details={defaultShopDetails} />) };
}

test('only what was changed is sent, phone numbers in the form that is stored', async () => {
  const { sent, user } = open((changes) => ({ ...defaultShopDetails, ...changes }));
  await user.clear(field('Phone numbers'));
  await user.type(field('Phone numbers'), '0722 000 111\n+254 711-000-000');
  await user.type(field('WhatsApp number'), '0722000111');
  await user.type(field('KRA PIN of the shop'), 'p051 234 567x');
  await user.click(save());
  await screen.findByText('Shop Details Saved');
  expect(sent).toEqual([
    {
      p_changes: {
        phones: ['+254722000111', '+254711000000'],
        whatsapp: '+254722000111',
        pin: 'P051234567X',
      },
      p_seen: { phones: defaultShopDetails.phones, whatsapp: '', pin: '' },
    },
  ]);
  expect(field('Phone numbers').value).toBe('+254 722 000 111\n+254 711 000 000');
  await user.click(save());
  await screen.findByText('Nothing to Save');
});

test.each([
  ['Name of the shop', ' ', 'Enter the name of the shop'],
  ['Phone numbers', '12', 'Enter a phone number such as 0712 345 678'],
  [
    'Phone numbers',
    '0722000111\n0722000112\n0722000113\n0722000114',
    'Please enter at most three phone numbers',
  ],
  ['E-mail', 'nobody', 'Invalid email address'],
  ['WhatsApp number', '12', /^Enter a phone number/],
  ['KRA PIN of the shop', 'P123', /^A KRA PIN is a letter, nine digits and a letter/],
  ['Announcement', 'x'.repeat(121), 'Please use at most 120 characters'],
])('%s “%s” is refused with a sentence, and nothing is sent', async (label, typed, sentence) => {
  const { sent, user } = open(() => defaultShopDetails);
  await user.clear(field(label));
  await user.click(field(label));
  await user.paste(typed);
  await user.click(save());
  await expect.poll(() => messageUnder(field(label))).toMatch(sentence);
  expect(sent).toEqual([]);
});

test('the shop is closed from one day to another, and opened again by emptying both', async () => {
  const { sent, user } = open((changes) => ({ ...defaultShopDetails, ...changes }));
  const problem = 'Enter a later day, or leave both empty';
  await user.type(field('Closed from'), '2026-12-19');
  await user.click(save());
  await expect.poll(() => messageUnder(field('Open again on'))).toBe(problem);
  await user.type(field('Open again on'), '2026-12-19');
  await user.click(save());
  await expect.poll(() => messageUnder(field('Open again on'))).toBe(problem);
  expect(sent).toEqual([]);
  await user.clear(field('Open again on'));
  await user.type(field('Open again on'), '2027-01-04');
  await user.click(save());
  await expect
    .poll(() => sent)
    .toEqual([
      {
        p_changes: { closes: '2026-12-19', reopens: '2027-01-04' },
        p_seen: { closes: null, reopens: null },
      },
    ]);
  await user.clear(field('Closed from'));
  await user.clear(field('Open again on'));
  await user.click(save());
  await expect.poll(() => sent[1]).toMatchObject({ p_changes: { closes: null, reopens: null } });
});

test('a link to a detail begins in its field', async () => {
  renderInShop(<ShopDetailsForm details={defaultShopDetails} />, '/admin/settings/shop#closes');
  expect(document.activeElement).toBe(field('Closed from'));
});

test('somebody else’s change of the same detail is not overwritten: what was typed stays, with what to do', async () => {
  const { user } = open(() => refusedBySql('changed_meanwhile'));
  await user.clear(field('Opening hours'));
  await user.type(field('Opening hours'), 'Every day');
  await user.click(save());
  await screen.findByText(/Reload the page before you save/);
  expect(field('Opening hours').value).toBe('Every day');
});
