import { sessionCookieDays, sessionDays } from '../../../supabase/functions/_shared/http/session-cookie.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShopRoutes } from './routes.tsx';
import { answerApi, renderInShop } from '../testing/render-in-shop.tsx';

const pages = [
  {
    path: '/shipping-info',
    title: 'Shipping Information',
    parts: [
      'Your county',
      'Delivery areas and times',
      'Free delivery',
      'Standard rates',
      'Packaging',
      'Installation',
      'Tracking',
      'Support',
    ],
    facts: [
      'processed within 24 hours; those of KES 50,000 or more that are paid by card, once the bank has transferred',
      'Monday to Saturday without public holidays',
      /before 2 PM\s+Same day/,
      /Major cities.*\s+2-3 business days/,
      /Other towns\s+3-5 business days/,
      /Remote areas\s+5-7 business days/,
      'over KES 50,000 and goes to an address within Nairobi',
      'Terrameter purchases are delivered free',
      'full solar system',
      /Nairobi\s+KES 500-1,500/,
      /Other cities\s+KES 1,500-3,000/,
      /Remote areas\s+KES 3,000-5,000/,
      'travel in their own hard cases',
      'Monday-Saturday, 8 AM-5 PM',
      'number that begins with #IC-',
      'answered Monday-Friday, 8 AM-6 PM',
    ],
  },
  {
    path: '/returns',
    title: 'Returns & Refunds',
    parts: [
      'Return window',
      'What can be returned',
      'What cannot be returned',
      'How it works',
      'Refunds',
      'Exchanges',
      'Contact',
    ],
    facts: [
      '30 days from delivery',
      /changed your mind\s+30 days/,
      /defect\s+7 days/,
      /transit\s+48 hours/,
      'unused, complete and in their original packaging',
      'Batteries that have been charged',
      'Inspection takes 2-3 business days',
      'takes 5-7 business days',
      'up to 10 business days',
      'over KES 500,000 may need extra verification',
      'exchanged for the same model',
      'Monday-Friday, 8 AM-6 PM',
    ],
  },
  {
    path: '/warranty',
    title: 'Warranty',
    parts: [
      'Coverage periods',
      'What is covered',
      'What is not covered',
      'How to claim',
      'Extended options',
      'Contact',
    ],
    facts: [
      /Terrameters\s+3 years/,
      /GPS equipment\s+2 years/,
      /Water detectors\s+2 years/,
      /Solar panels\s+25 years/,
      /Lithium batteries\s+10 years or 6,000 cycles/,
      /Inverters\s+5 years/,
      /Generators\s+2 years/,
      /DC converters\s+3 years/,
      /Accessories\s+1 year/,
      'Faults of material and workmanship',
      'Damage by lightning',
      'the order number, the serial number',
      /Premium care\.? Up to 5 years/,
      'within 90 days',
      'over KES 1,000,000 has priority service',
      'Priority service. For equipment worth over KES 1,000,000',
      'Monday-Friday, 7 AM-7 PM',
      'Emergency support: 24/7',
    ],
  },
  {
    path: '/terms',
    title: 'Terms of Sale',
    parts: [
      'Who sells',
      'Your order',
      'Price and payment',
      'Cancelling',
      'Delivery, returns and warranty',
      'Law',
      'Contact',
    ],
    facts: [
      'binding for both sides once your bank has approved the payment',
      'not a tax invoice',
      'do not store it',
      'The law of Kenya applies',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy',
    parts: ['What we store', 'What we never have', 'Who else sees it', 'Your rights'],
    facts: [
      `A cookie for ${sessionCookieDays} days, or ${sessionDays} days without a visit`,
      'for 24 hours',
      '180 days after its last day',
      'for 30 days',
      'Data Protection Act',
    ],
  },
];

test.each(pages)('$path shows every section and every figure', async ({ path, title, parts, facts }) => {
  answerApi(503, '');
  renderInShop(<ShopRoutes />, path);
  const main = screen.getByRole('main');
  await within(main).findByRole('heading', { level: 1, name: title });
  const headings = within(main)
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(expect.arrayContaining(parts));
  const sections = [...main.querySelectorAll('section')].filter((section) => section.querySelector('h2'));
  expect(sections.length).toBeGreaterThan(0);
  for (const { children } of sections) expect(children.length).toBeGreaterThan(1);
  const words = [...main.querySelectorAll('h2, h3, p, th, td, div')]
    .map(({ textContent }) => textContent)
    .join(' ')
    .replaceAll('\u00a0', ' ');
  for (const fact of facts)
    if (typeof fact === 'string') expect(words).toContain(fact);
    else expect(words).toMatch(fact);
  // Ways to reach a person.
  expect(main.querySelectorAll('a[href^="tel:"]').length).toBeGreaterThan(0);
  expect(main.querySelectorAll('a[href^="mailto:"]').length).toBeGreaterThan(0);
});
