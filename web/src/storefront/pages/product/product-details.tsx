import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { dataSheetAddress, type ProductPage } from '@contract/products.ts';
import { shownPhone } from '@contract/shop-details.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PageBody } from '#components/page/page-body.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { unbroken } from '#components/page/unbroken.tsx';
import { AddQuantity } from '#storefront/features/cart/add-quantity.tsx';
import { AddLineButton } from '#storefront/features/cart/add-to-cart-button.tsx';
import { categoryHeading } from '#storefront/features/catalogue/category-facts.ts';
import { keyValues } from '#storefront/features/catalogue/key-values.ts';
import { CompareChoice } from '#storefront/features/catalogue/compare/compare-choice.tsx';
import { packedWeight } from '@contract/weight.ts';
import { ProductPictures } from '#storefront/features/catalogue/gallery/product-pictures.tsx';
import { DataSheet } from '#storefront/features/catalogue/product/data-sheet.tsx';
import { FamilyTable } from '#storefront/features/catalogue/product/family-table.tsx';
import { ProductLines } from '#storefront/features/catalogue/product/product-lines.tsx';
import { ProductStructuredData } from '#storefront/features/catalogue/product/product-structured-data.tsx';
import type { PriceReading } from '#components/page/price-age.tsx';
import { sharePictures } from '#components/product-picture/share-picture.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { siteUrl } from '#lib/format/site-origin.ts';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { AskOnWhatsApp } from '#storefront/features/delivery/delivery-line.tsx';
import { productPath } from '#storefront/lib/product-path.ts';
import { ProductOffer } from './product-offer.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import styles from './product-page.module.css';
import { ProductHead } from './product-head.tsx';

type ProductDetailsProps = {
  page: ProductPage;
  takesFocus: boolean;
  /** The query that the price's age is read from. */
  reading: PriceReading;
};

/** A product that is or was on sale. */
export function ProductDetails({ page, takesFocus, reading }: ProductDetailsProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { product, replacedBy, pictures, sheet, fits, family, related } = page;
  const { name, description, category, warrantyYears, isActive } = product;
  const isHydrated = useIsHydrated();
  const { name: shopName, phones, email } = useShopDetails();
  const url = siteUrl(productPath(product.slug));
  const { title: categoryTitle } = categoryHeading(category);
  const needed = sheet.flatMap(({ lines }) => lines).find(({ key }) => key === 'sold_separately')?.value;
  const sheetLink = (
    <a href={dataSheetAddress(product.slug)} target="_blank" rel="noopener" className="inline-row target">
      <span>
        <span className="visually-hidden">Data sheet as </span>PDF
      </span>
    </a>
  );

  return (
    <PageBody className={styles.page}>
      <PageMeta
        title={name}
        description={[keyValues(product), description].filter(Boolean).join('. ')}
        path={productPath(product.slug)}
        kind="product"
        pictures={sharePictures(product, pictures)}
        isHidden={!isActive}
      />
      {isActive ? <ProductStructuredData page={page} categoryTitle={categoryTitle} /> : null}
      <Breadcrumbs category={category} categoryTitle={categoryTitle} name={name} />
      <p className={styles.letterhead}>
        {/* A page as it was built does not know the day. */}
        {[shopName, ...phones.map(shownPhone), ...(isHydrated ? [formatDay(nairobiDay())] : [])].join(' · ')}
      </p>
      <div className={`column gap-4 ${styles.layout}`}>
        <div className={styles.picture}>
          <ProductPictures product={product} pictures={pictures} />
          <div className={`stack gap-3 screen-only ${styles.beside}`}>
            <p className={styles.figures}>{keyValues(product)}</p>
            <p className="flex gap-4 gap-y-0 wrap">
              {sheet.length > 0 ? (
                <>
                  <button type="button" className="link-button target" onClick={() => window.print()}>
                    Print the data sheet
                  </button>
                  {sheetLink}
                </>
              ) : null}
              <a href="/warranty" className="inline-row target">
                Warranty
              </a>
            </p>
          </div>
        </div>
        <div className={`column gap-4 ${styles.text}`}>
          <ProductHead product={product} ref={heading} />
          {isActive ? (
            <>
              <ProductOffer product={product} reading={reading} />
              <div className={`screen-only ${styles.buy}`}>
                <AddQuantity
                  product={product}
                  renderBelow={(quantity) => (
                    <div className="flex gap-4 gap-y-0 wrap">
                      <Link
                        to={`/quotation?product=${product.id}&quantity=${quantity}`}
                        className="inline-row target"
                      >
                        Get a quotation
                      </Link>
                      <AskOnWhatsApp
                        what={`${quantity} x ${name}`}
                        items={[{ productId: product.id, quantity: 1 }]}
                      />
                      <CompareChoice product={product} />
                    </div>
                  )}
                />
              </div>
            </>
          ) : (
            <Notice
              tone="info"
              title="We do not sell this product any more"
              action={
                <LinkButton
                  to={replacedBy ? productPath(replacedBy.slug) : `/category/${category}`}
                  variant="secondary"
                >
                  {replacedBy ? `Replaced by ${replacedBy.name}` : categoryTitle}
                </LinkButton>
              }
            >
              {sheet.length > 0 ? 'Its data sheet stays here for those who bought it.' : null}
            </Notice>
          )}
          <p className={`${styles.figures} ${styles.alone}`}>{keyValues(product)}</p>
          <p className="text-width">{description}</p>
          {sheet.length > 0 || product.weightGrams !== null ? (
            <section aria-labelledby="sheet" className={`stack gap-3 line-above pad-top-4 ${styles.section}`}>
              <div className="row spread">
                <h2 id="sheet" className="size-h4">
                  Data sheet
                </h2>
                <span className={`row gap-2 screen-only ${styles.alone}`}>
                  {sheetLink}
                  <Button variant="quiet" onClick={() => window.print()}>
                    Print
                  </Button>
                </span>
              </div>
              <DataSheet groups={sheet} weight={packedWeight(product)} />
            </section>
          ) : null}
          {needed || fits.length > 0 ? (
            <section aria-labelledby="fits" className="stack gap-3 line-above pad-top-4 screen-only">
              <h2 id="fits" className="size-h4">
                What it needs and what fits it
              </h2>
              {needed ? (
                <p>
                  <strong>Sold separately:</strong> {needed}.{' '}
                  <a href={`mailto:${email}?subject=${encodeURIComponent(`${needed}, for ${name}`)}`}>
                    Ask us for a price
                  </a>
                </p>
              ) : null}
              {fits.map(({ heading: reason, products }) => (
                <div key={reason} className="stack gap-1">
                  <h3 className="strong">{unbroken(reason)}</h3>
                  <ProductLines
                    lines={products.map((one) => ({
                      product: one,
                      action: <AddLineButton product={one} />,
                    }))}
                  />
                </div>
              ))}
            </section>
          ) : null}
          <Section id="warranty" title="Warranty">
            <p>
              <span>
                {warrantyYears
                  ? `${warrantyYears} ${warrantyYears === 1 ? 'year' : 'years'} of warranty from delivery.`
                  : 'Ask us about the warranty of this product.'}
              </span>{' '}
              <a href="/warranty" className="screen-only">
                What it covers
              </a>
            </p>
            <p className={styles.address}>{url}</p>
          </Section>
        </div>
      </div>
      <div className="column gap-4 screen-only">
        {family.length > 0 ? (
          <Section id="family" title="The series">
            <FamilyTable family={family} current={product.slug} />
          </Section>
        ) : null}
        {related.length > 0 ? (
          <Section id="related" title="Similar products">
            <ProductLines lines={related.map((one) => ({ product: one }))} />
          </Section>
        ) : null}
      </div>
    </PageBody>
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };

function Section({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={`stack gap-3 line-above pad-top-4 ${styles.section}`}>
      <h2 id={id} className="size-h4">
        {title}
      </h2>
      {children}
    </section>
  );
}
