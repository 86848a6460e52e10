import { shownPhone } from '@contract/shop-details.ts';
import { dueNowOf } from '@contract/due-now.ts';
import { formatKes } from '@contract/money.ts';
import type { Product } from '@contract/products.ts';
import { Link } from 'react-router-dom';
import { PriceAge, type PriceReading } from '#components/page/price-age.tsx';
import { Price } from '#components/page/price.tsx';
import { Rating } from '#components/page/rating.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { stockLabel } from '#storefront/features/catalogue/stock-label.ts';
import { DeliveryLine } from '#storefront/features/delivery/delivery-line.tsx';

function Deposit({ product }: { product: Product }) {
  const { price } = product;
  const now = dueNowOf([{ product, quantity: 1 }], price);
  return (
    <span>
      {now < price
        ? ` ${formatKes(now)} now, the rest when it has come, before delivery.`
        : ' Paid now, delivered when it has come.'}
    </span>
  );
}

/** The price, the stock and the delivery time. */
export function ProductOffer({ product, reading }: { product: Product; reading: PriceReading }) {
  const [phone = ''] = useShopDetails().phones;
  return (
    <div className="stack gap-1">
      <p className="flex gap-4 gap-y-0 wrap baseline" data-uncovered>
        <Price amount={product.price} size="large" />
        <small className="muted">Prices include VAT</small>
        <Rating value={product.rating} />
      </p>
      <p data-uncovered>
        {product.stock > 0 || product.toOrder ? (
          <>
            <strong>{`${stockLabel(product)}.`}</strong>
            {product.stock <= 0 && product.toOrder ? <Deposit product={product} /> : null}
          </>
        ) : (
          <span>
            <span>
              {product.reservedUntil
                ? 'Somebody is paying for the last piece. Ask us: '
                : product.moreOn
                  ? `${stockLabel(product)}. Ask us: `
                  : 'Ask us when it comes: '}
            </span>
            <a href={`tel:${phone}`}>{shownPhone(phone)}</a>.
          </span>
        )}
      </p>
      <PriceAge what="Price and stock" reading={reading} />
      <DeliveryLine
        items={[{ productId: product.id, quantity: 1 }]}
        isWork={product.isService}
        isToOrder={product.stock <= 0 && Boolean(product.toOrder)}
        more={<Link to="/shipping-info">Areas and rates</Link>}
      />
    </div>
  );
}
