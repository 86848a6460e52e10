import { shopFacts } from '@contract/shop-facts.ts';
import type { Product } from '@contract/products.ts';
import { Link } from 'react-router-dom';
import { PriceAge, type PriceReading } from '#components/page/price-age.tsx';
import { Price } from '#components/page/price.tsx';
import { Rating } from '#components/page/rating.tsx';
import { stockLabel } from '#storefront/features/catalogue/stock-label.ts';
import { DeliveryLine } from '#storefront/features/delivery/delivery-line.tsx';

/** The price, the stock and the delivery time. */
export function ProductOffer({ product, reading }: { product: Product; reading: PriceReading }) {
  const [phone] = shopFacts.phones;
  return (
    <div className="stack gap-1">
      <p className="flex gap-4 gap-y-0 wrap baseline">
        <Price amount={product.price} size="large" />
        <Rating value={product.rating} />
      </p>
      <p>
        {product.stock > 0 ? (
          <strong>{stockLabel(product.stock)}.</strong>
        ) : (
          <>
            Ask us when it comes: <a href={`tel:${phone.dialled}`}>{phone.shown}</a>.
          </>
        )}
      </p>
      <PriceAge what="Price and stock" reading={reading} />
      <DeliveryLine
        items={[{ productId: product.id, quantity: 1 }]}
        more={<Link to="/shipping-info">Areas and rates</Link>}
      />
    </div>
  );
}
