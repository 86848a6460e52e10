import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import type { CSSProperties, ReactNode } from 'react';
import type { AdminOrder } from '../../contract/admin.ts';
import { type ShopDetails, shownPhone } from '../../contract/shop-details.ts';
import type { Language } from '../../contract/messages.ts';
import { deliveryLine } from './delivery-in-words.ts';
import { kes } from './message-formats.ts';
import type { MessageWords } from './message-words.ts';

/** The words around the lines of an order. */
export const orderLabels = {
  en: {
    order: 'Order',
    total: 'Total',
    credited: 'Credited',
    approved: 'Approved',
    recorded: 'Received',
    withheld: 'Withheld as tax',
    writtenOff: 'Written off',
    refunded: 'Refunded',
    rest: 'Still to be paid',
    unsent: 'Not sent yet',
    awaited: 'Certificate awaited',
  },
  sw: {
    order: 'Oda',
    total: 'Jumla',
    credited: 'Imepunguzwa',
    approved: 'Imeidhinishwa',
    recorded: 'Imepokelewa',
    withheld: 'Kodi iliyozuiliwa',
    writtenOff: 'Imesamehewa',
    refunded: 'Imerudishwa',
    rest: 'Bado kulipwa',
    unsent: 'Bado kutumwa',
    awaited: 'Cheti kinasubiriwa',
  },
} as const;

/** The one layout of every e-mail: a single column that fits 320 px, without pictures, readable without styles. */
export function MessageMail({
  words,
  language,
  shop,
  items,
  sums = [],
  link,
}: {
  words: MessageWords;
  language: Language;
  shop: ShopDetails;
  /** The order whose lines are shown. */
  items?: AdminOrder | null;
  /** What was received, refunded and is still to be paid, where that is not simply the total. */
  sums?: readonly { label: string; amount: string }[];
  /** Where the button leads. */
  link?: string;
}) {
  const [phone = ''] = shop.phones;
  return (
    <Html lang={language}>
      <Head>
        <title>{words.subject}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{words.preheader}</Preview>
      <Body style={styles.body}>
        <Container style={styles.sheet}>
          <Text style={styles.shop}>{shop.name}</Text>
          <Heading as="h1" style={styles.heading}>
            {words.heading}
          </Heading>
          {words.paragraphs.map((paragraph) => (
            <Text key={paragraph} style={styles.text}>
              {withoutBreaks(paragraph)}
            </Text>
          ))}
          {words.button && link && (
            <Section style={styles.action}>
              <Button href={link} style={styles.button}>
                {words.button}
              </Button>
            </Section>
          )}
          {items && <OrderLines order={items} sums={sums} language={language} />}
          <Hr style={styles.line} />
          <Text style={styles.small}>
            {shop.name}, {shop.address}
            <br />
            <Link href={`tel:${phone}`} style={styles.link}>
              {shownPhone(phone)}
            </Link>
            {' · '}
            <Link href={`mailto:${shop.email}`} style={styles.link}>
              {shop.email}
            </Link>
          </Text>
        </Container>
      </Body>
    </Html>
  );
}

function OrderLines({
  order,
  sums,
  language,
}: {
  order: AdminOrder;
  sums: readonly { label: string; amount: string }[];
  language: Language;
}) {
  const labels = orderLabels[language];
  const { items, totalAmount } = order;
  const ofDelivery = deliveryLine(language, order);
  return (
    <Section style={styles.lines}>
      <Heading as="h2" style={styles.subheading}>
        {labels.order}
      </Heading>
      <table width="100%" cellPadding={0} cellSpacing={0} style={styles.table}>
        <tbody>
          {items.map(({ id, productName, quantity, price }) => (
            <tr key={id}>
              <td style={styles.cell}>
                {quantity} × {productName}
              </td>
              <td style={styles.amount}>{kes(quantity * price)}</td>
            </tr>
          ))}
          {ofDelivery && (
            <tr>
              <td style={styles.cell}>{ofDelivery.label}</td>
              <td style={styles.amount}>{ofDelivery.amount}</td>
            </tr>
          )}
          <tr>
            <td style={{ ...styles.cell, ...styles.total }}>{labels.total}</td>
            <td style={{ ...styles.amount, ...styles.total }}>{kes(totalAmount)}</td>
          </tr>
          {sums.map(({ label, amount }) => (
            <tr key={label}>
              <td style={{ ...styles.cell, ...styles.total }}>{label}</td>
              <td style={{ ...styles.amount, ...styles.total }}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** Order numbers, phone numbers and sums stay on one line. */
function withoutBreaks(text: string): ReactNode[] {
  return text.split(/(#(?:IC-)?[0-9A-F]{8}|\+254[ \d]+\d|-?KES [\d,.]*\d)/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={place} style={styles.together}>
        {part}
      </span>
    ),
  );
}

const font = 'Arial, Helvetica, sans-serif';
const styles = {
  body: { margin: 0, padding: '16px 8px', backgroundColor: '#f4f2ea', fontFamily: font },
  sheet: { maxWidth: '560px', padding: '24px 20px', backgroundColor: '#ffffff', border: '1px solid #d9d4c3' },
  shop: { margin: '0 0 16px', fontSize: '14px', fontWeight: 700, color: '#0b5d3b' },
  heading: { margin: '0 0 12px', fontSize: '22px', lineHeight: '28px', color: '#14231c' },
  subheading: { margin: '0 0 4px', fontSize: '16px', color: '#14231c' },
  text: {
    margin: '0 0 12px',
    fontSize: '16px',
    lineHeight: '24px',
    color: '#14231c',
    wordBreak: 'break-word',
  },
  together: { whiteSpace: 'nowrap' },
  action: { margin: '20px 0' },
  button: {
    padding: '14px 20px',
    borderRadius: '4px',
    backgroundColor: '#0b5d3b',
    color: '#ffffff',
    fontSize: '16px',
    fontWeight: 700,
    textDecoration: 'none',
  },
  lines: { margin: '20px 0 0' },
  table: { borderCollapse: 'collapse' },
  cell: {
    padding: '8px 8px 8px 0',
    borderBottom: '1px solid #d9d4c3',
    fontSize: '15px',
    color: '#14231c',
    wordBreak: 'break-word',
  },
  amount: {
    padding: '8px 0',
    borderBottom: '1px solid #d9d4c3',
    fontSize: '15px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    color: '#14231c',
  },
  total: { borderBottom: 'none', fontWeight: 700 },
  line: { margin: '24px 0 16px', borderColor: '#d9d4c3' },
  small: { margin: 0, fontSize: '13px', lineHeight: '20px', color: '#55605a' },
  link: { color: '#0b5d3b' },
} satisfies Record<string, CSSProperties>;
