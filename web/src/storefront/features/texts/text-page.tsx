import { processedAsRule } from '@contract/delivery-time.ts';
import type { OwnPart } from '@contract/shop-texts.ts';
import { type TextPage as PageName, textPageOf } from '@contract/shop-text-pages.ts';
import type { ReactNode } from 'react';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { FactTable, InfoPage, Section, Step, Steps } from '#components/page/info-page.tsx';
import { NotLoaded } from '#components/page/not-loaded.tsx';
import { TextWithLinks } from '#components/page/text-with-links.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { inTwo, sectionsOf, type TextBlock, useShopText } from '../../lib/shop-text.ts';

type TextPageProps = {
  page: PageName;
  /** What the shop writes itself. */
  parts?: Partial<Record<OwnPart, ReactNode>>;
};

/** A page whose text an admin writes in the dashboard. */
export function TextPage({ page, parts = {} }: TextPageProps) {
  const { waitsForBankFrom } = useShopDetails();
  const { query, blocks } = useShopText(page, { processed: processedAsRule(waitsForBankFrom) });
  const shown = { contact: <ContactLines />, ...parts };
  const [first] = blocks;
  const lead = first?.mark === '' ? first.lines[0]! : '';
  return (
    <InfoPage lead={lead} {...textPageOf[page]}>
      {query.data !== undefined ? (
        sectionsOf(lead ? blocks.slice(1) : blocks).map(({ heading, content }, index) => {
          const text = content.map((block, place) => <Block key={place} block={block} parts={shown} />);
          return heading === null ? (
            text
          ) : (
            <Section key={index} title={heading}>
              {text}
            </Section>
          );
        })
      ) : (
        <NotLoaded what="this page" query={query} />
      )}
    </InfoPage>
  );
}

type BlockProps = { block: TextBlock; parts: Record<string, ReactNode> };

function Block({ block: { mark, lines }, parts }: BlockProps) {
  const [first = ''] = lines;
  switch (mark) {
    case '##':
      return <h3>{first}</h3>;
    case '':
      return (
        <p>
          <TextWithLinks text={first} />
        </p>
      );
    case '-':
      return (
        <ul>
          {lines.map((line, index) => (
            <li key={index}>
              <TextWithLinks text={line} />
            </li>
          ))}
        </ul>
      );
    case '1.':
      return (
        <Steps>
          {lines.map(inTwo).map(([title, what], index) => (
            <Step key={index} title={title}>
              <TextWithLinks text={what} />
            </Step>
          ))}
        </Steps>
      );
    case '|': {
      const [head = ['', ''], ...rows] = lines.slice(1).map(inTwo);
      return <FactTable caption={first} head={head} rows={rows} />;
    }
    default:
      // A name that is none of the shop's stands as it was typed.
      return Object.hasOwn(parts, mark) ? parts[mark] : <p>{first}</p>;
  }
}
