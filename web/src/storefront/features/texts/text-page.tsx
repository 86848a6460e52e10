import { processedAsRule } from '@contract/delivery-time.ts';
import type { ShopDetails } from '@contract/shop-details.ts';
import { type TextBlock, type TextPage as PageName, textPageOf } from '@contract/shop-texts.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { FactTable, InfoPage, Section, Step, Steps } from '#components/page/info-page.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { TextWithLinks } from '#components/page/text-with-links.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { shopTextQuery } from '#lib/api/shop-texts.ts';

type Part = TextBlock['kind'];

type TextPageProps = {
  page: PageName;
  /** What the shop writes itself, by the kind of block. */
  parts?: Partial<Record<Part, ReactNode>>;
};

/** A page whose text an admin writes in the dashboard. */
export function TextPage({ page, parts = {} }: TextPageProps) {
  const text = useQuery(shopTextQuery(page));
  const shop = useShopDetails();
  const blocks = text.data?.map(({ kind, text: written }) => ({ kind, text: filledIn(written, shop) }));
  const lead = blocks?.find(({ kind }) => kind === 'lead')?.text ?? '';
  return (
    <InfoPage lead={lead} {...textPageOf[page]}>
      {blocks ? (
        sectionsOf(blocks).map(({ heading, content }, index) => {
          const shown = content.map((block, place) => <Block key={place} block={block} parts={parts} />);
          return heading === null ? (
            shown
          ) : (
            <Section key={index} title={heading}>
              {shown}
            </Section>
          );
        })
      ) : text.isError ? (
        <LoadFailure title="We could not load this page" query={text}>
          The shop did not answer.
        </LoadFailure>
      ) : (
        <Loading label="Loading the page">
          <Skeleton shape="heading" width="half" />
          <Skeleton />
          <Skeleton width="most" />
        </Loading>
      )}
    </InfoPage>
  );
}

function Block({ block: { kind, text }, parts }: { block: TextBlock; parts: TextPageProps['parts'] }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const inTwo = lines.map(cells);
  switch (kind) {
    case 'subheading':
      return <h3>{text}</h3>;
    case 'paragraph':
      return (
        <p>
          <TextWithLinks text={text} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {lines.map((line, index) => (
            <li key={index}>
              <TextWithLinks text={line} />
            </li>
          ))}
        </ul>
      );
    case 'steps':
      return (
        <Steps>
          {inTwo.map(([title, what], index) => (
            <Step key={index} title={title}>
              <TextWithLinks text={what} />
            </Step>
          ))}
        </Steps>
      );
    case 'table': {
      const [[caption] = ['', ''], head = ['', ''], ...rows] = inTwo;
      return <FactTable caption={caption} head={head} rows={rows} />;
    }
    case 'contact':
      return <ContactLines />;
    default:
      return parts?.[kind] ?? null;
  }
}

/** A line `name | value` in two. */
function cells(line: string): [string, string] {
  const [name = '', ...value] = line.split('|');
  return [name.trim(), value.join('|').trim()];
}

/** The blocks below each heading; those before the first have none. */
function sectionsOf(blocks: readonly TextBlock[]) {
  const sections: { heading: string | null; content: TextBlock[] }[] = [{ heading: null, content: [] }];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ heading: block.text, content: [] });
    else if (block.kind !== 'lead') sections.at(-1)?.content.push(block);
  }
  return sections;
}

/** The text with the details of the shop that it names. */
function filledIn(text: string, { name, address, hours, waitsForBankFrom }: ShopDetails): string {
  const processed = processedAsRule(waitsForBankFrom);
  const values: Record<string, string> = { name, address, hours, processed };
  return text.replace(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? values[key]! : whole,
  );
}
