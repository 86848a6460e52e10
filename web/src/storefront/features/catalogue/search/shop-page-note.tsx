import { Link } from 'react-router-dom';
import { type ShopPage, shopPageOf } from './shop-page.ts';

const answers: Record<ShopPage, { before: string; path: string; title: string }> = {
  warranty: {
    before: 'What is covered, for how long, and how to claim: ',
    path: '/warranty',
    title: 'Warranty',
  },
  refunds: {
    before: 'How to send something back, and when you get your money: ',
    path: '/returns',
    title: 'Returns',
  },
  invoices: {
    before: 'The checkout asks for the KRA PIN; the invoice is on the page of your order: ',
    path: '/find-order',
    title: 'Find My Order',
  },
  delivery: {
    before: 'Where we deliver, how long it takes and what it costs: ',
    path: '/shipping-info',
    title: 'Shipping Info',
  },
};

/** Where the shop says what a search asks; nothing for a search for goods. */
export function ShopPageNote({ text }: { text: string }) {
  const page = shopPageOf(text);
  if (!page) return null;
  const { before, path, title } = answers[page];
  return (
    <p role="status" className="breaks">
      {before}
      <Link to={path}>{title}</Link>.
    </p>
  );
}
