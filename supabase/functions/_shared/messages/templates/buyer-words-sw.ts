import { isCollectedAtShop } from '../../contract/delivery-time.ts';
import { roleNames } from '../../contract/staff.ts';
import type { AccountKind, BuyerKind } from '../../contract/messages.ts';
import type { PaymentMethod } from '../../contract/orders.ts';
import { buyerWordsEn } from './buyer-words-en.ts';
import type { MessageWords, WordsInput } from './message-words.ts';

/** Of a parcel after which others left before its mail did, nothing follows. */
const restFollows = (toSend: WordsInput['toSend']) =>
  toSend ? ['Sehemu iliyobaki ya oda yako itafuata.'] : [];
/** @param numbers empty, or ` (INV-2026-00001)` */
const invoiceOnPage = (numbers = '') =>
  `Ankara${numbers} ni PDF kwenye ukurasa wa oda: andika hapo simu au barua pepe yako, ukiulizwa.`;
const invoiceOf = (invoice: WordsInput['invoice']) =>
  invoice === 'tonight'
    ? ['Ankara yake itatengenezwa usiku huu, na itakuwa PDF kwenye ukurasa wa oda.']
    : invoice
      ? [invoiceOnPage(` (${invoice})`)]
      : [];
const workFollowsIf = (hasWork: boolean) =>
  hasWork ? ['Kazi yetu itafuata: tutakupigia simu tukubaliane siku.'] : [];

const packed = {
  bank: 'benki ikishatutumia pesa, kwa kawaida ndani ya siku mbili za kazi za benki',
  maker: 'ikifika',
  rest: 'ikifika na salio likilipwa',
  closed: 'tukifungua tena',
};

/** Messages to buyers and to people with an account, in Swahili. */
export const buyerWordsSw: Record<BuyerKind | AccountKind, (input: WordsInput) => MessageWords> = {
  order_unpaid: (input) => (input.came === null ? unpaid(input) : partialPayment(input, input.came)),
  order_paid: ({
    number,
    name,
    received,
    approved,
    recorded,
    last,
    certificate,
    refunded,
    arrival,
    by,
    delivery,
    toCome,
    toSend,
    hasWork,
    receipt,
    overpaid,
  }) => ({
    subject: certificate
      ? `Cheti cha oda ${number} kimepokelewa`
      : `Malipo ya oda ${number} ${(last ? last.isByCard : approved) ? 'yameidhinishwa' : 'yamepokelewa'}`,
    preheader: `${certificate ?? last?.sum ?? received} kwa oda yako. Asante.`,
    heading: certificate
      ? 'Asante, cheti chako kimepokelewa'
      : `Asante, malipo yako ${(last ? last.isByCard : approved) ? 'yameidhinishwa' : 'yamepokelewa'}`,
    paragraphs: [
      certificate
        ? `Mpendwa ${name}, cheti cha kodi iliyozuiliwa ya ${certificate} kimepokelewa kwa oda yako ${number}.`
        : `Mpendwa ${name}, ${whatCame({ received, approved, recorded, last })} kwa oda yako ${number}.`,
      ...(receipt.shared && !certificate
        ? [`Ni sehemu ya ${receipt.shared} ulizolipa kwa pamoja, kwa oda nyingine pia.`]
        : []),
      ...(last ? [`Pamoja nayo umelipa ${received}.`] : []),
      ...(overpaid
        ? [
            `${overpaid} ni zaidi ya bei ya oda. Tunairudisha${approved ? '' : ', isipokuwa utuambie ni ya oda gani nyingine'}.`,
          ]
        : []),
      ...(refunded ? [`${refunded} zimerudishwa.`] : []),
      ...(toCome
        ? [
            `Tunakuletea ${toCome.goods} kutoka kwa mtengenezaji${toCome.expected ? `, na inatarajiwa ${toCome.expected.replace(' to ', ' hadi ')}` : ''}. ${toCome.later ? `${toCome.later} italipwa bidhaa ikifika; tutakuandikia` : 'Ikifika, tutakuandikia'}. ${arrival}`,
          ]
        : toSend
          ? [
              isCollectedAtShop(delivery)
                ? 'Unaichukua dukani kwetu.'
                : `${toSend === 'rest' ? 'Tunafunga zilizobaki' : 'Tunaifunga'} ${delivery.after ? packed[delivery.after] : 'ndani ya saa 24'}. ${arrival}`,
            ]
          : []),
      ...workFollowsIf(hasWork),
      toCome?.later
        ? `Malipo ya awali yamelipwa tarehe ${receipt.paidOn}.${receipt.address ? ` Oda inaenda: ${receipt.address}.` : ''}`
        : `Oda imelipwa tarehe ${receipt.paidOn}${toSend && receipt.address ? `, na inaenda: ${receipt.address}` : ''}.`,
      ...(receipt.warranties.length > 0
        ? [
            `Dhamana: ${receipt.warranties.map(({ goods, years }) => `${goods}, ${years === 1 ? 'mwaka 1' : `miaka ${years}`}`).join('; ')}.`,
          ]
        : []),
      `Hii ni risiti ya malipo yako. Si ankara ya kodi. ${toCome?.later ? 'Ankara itafuata ukishalipa yote.' : invoiceOnPage()}`,
    ],
    button: 'Tazama oda',
    short: toCome?.later
      ? `Imelipwa ${received}, bado ${toCome.later}.`
      : certificate
        ? `Cheti kimefika: ${certificate}, ${number}.`
        : `Imelipwa ${last ? `${last.sum} (jumla ${received})` : received}, ${by ? `itafika ${by}` : number}.`,
  }),
  payment_refused: ({ number, name, received, rest, refunded, refusalReason, held, ways, shopPhone }) => ({
    subject: `Kadi imekataliwa kwa oda ${number}`,
    preheader: 'Oda yako ipo; unaweza kulipa tena.',
    heading: 'Benki imekataa kadi',
    paragraphs: [
      `Mpendwa ${name}, benki haikuidhinisha malipo ya ${rest ? 'salio la ' : ''}oda yako ${number}.`,
      ...earlierPayments({ received, rest, refunded }),
      refusalReason,
      ...held,
      ...ways,
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Jaribu kulipa tena',
    short: `Kadi imekataliwa, oda ${number}. Jaribu tena:`,
  }),
  payment_checking: ({ number, name, received, rest, refunded, isBankSilent, shopPhone }) => ({
    subject: `Tunathibitisha malipo ya oda ${number}`,
    preheader: 'Tafadhali usilipe tena.',
    heading: isBankSilent ? 'Benki haikujibu' : 'Benki bado haijaamua',
    paragraphs: [
      `Mpendwa ${name}, benki bado haijatujulisha kama malipo ya ${rest ? 'salio la ' : ''}oda yako ${number} yamefaulu.`,
      ...earlierPayments({ received, rest, refunded }),
      'Tafadhali usilipe tena. Tunaendelea kuuliza benki, na tutakuandikia mara itakapojibu.',
      `Benki yako ikionyesha malipo, hifadhi ujumbe wake. Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama hali ya malipo',
    short: `Tunathibitisha malipo ${number}. Usilipe tena.`,
  }),
  order_changed: ({
    facts: { isSameTotal },
    number,
    name,
    total,
    credited,
    creditNote,
    due,
    owed,
    overpaid,
    arrival,
    toSend,
    ways,
    shopPhone,
  }) => ({
    subject: `Oda yako ${number} imebadilishwa`,
    preheader: due ? `${due} bado haijalipwa.` : credited ? `Tumepunguza ${credited}.` : `Jumla ni ${total}.`,
    heading: 'Oda yako imebadilishwa',
    paragraphs: [
      credited
        ? `Mpendwa ${name}, tumepunguza deni la oda yako ${number} kwa ${credited}${creditNote ? ` (hati ya punguzo ${creditNote})` : ''}.`
        : `Mpendwa ${name}, tumebadilisha oda yako ${number} kama tulivyokubaliana. Jumla ${isSameTotal ? 'bado' : 'sasa'} ni ${total}.`,
      ...(due ? [`${due} bado haijalipwa${owed?.when ? `: ilipwe${whenOwed(owed).slice(1)}` : ''}.`] : []),
      ...(owed?.isAdded && toSend ? ['Ulizolipia hazisubiri malipo hayo.'] : []),
      ...ways,
      ...(overpaid ? [`${overpaid} zimelipwa zaidi, na tunazirudisha.`] : []),
      ...(toSend ? [arrival] : []),
      `Kama kuna jambo tofauti na tulivyokubaliana, tupigie simu ${shopPhone}.`,
    ],
    button: due ? 'Tazama oda na ulipe' : 'Tazama oda',
    // The link has the order's number.
    short: due
      ? creditNote
        ? `Lipa ${due}${inShort(owed)}: ${creditNote}.`
        : owed?.when
          ? `Oda imebadilika. Lipa ${due}${inShort(owed)}.`
          : `Oda ${number} imebadilika. Lipa: ${due}.`
      : credited
        ? creditNote
          ? `Deni limepungua ${credited}: ${creditNote}.`
          : `Oda ${number}: deni limepungua ${credited}.`
        : `Oda ${number} imebadilika: ${total}.`,
  }),
  order_completed: ({ number, name, shopPhone }) => ({
    subject: `Oda yako ${number} imekamilika`,
    preheader: 'Kila kitu kimekabidhiwa.',
    heading: 'Oda yako imekamilika',
    paragraphs: [
      `Mpendwa ${name}, oda yako ${number} imefungwa na kukabidhiwa.`,
      `Tafadhali ikague ikifika na uripoti uharibifu ndani ya saa 48: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    short: `Oda ${number} imekamilika.`,
  }),
  shipment_sent: ({
    number,
    name,
    owed,
    ways,
    toSend,
    invoice,
    hasWork,
    shopPhone,
    shipment: { carrier, waybill, tracking, day, contents, isLast },
  }) => ({
    subject: `Kifurushi cha oda yako ${number} kiko njiani`,
    preheader: `Kimetumwa kwa ${carrier} tarehe ${day}.`,
    heading: 'Kifurushi chako kiko njiani',
    paragraphs: [
      `Mpendwa ${name}, kifurushi cha oda yako ${number} kimeondoka dukani kwetu tarehe ${day}. Msafirishaji: ${carrier}${waybill ? `, namba ya kifurushi ${waybill}` : ''}.`,
      `Ndani ya kifurushi: ${contents}.`,
      ...(isLast
        ? ['Oda yako yote imeondoka dukani kwetu.']
        : toSend
          ? restFollows(toSend)
          : hasWork
            ? ['Bidhaa zote za oda yako zimeondoka dukani kwetu.']
            : []),
      ...workFollowsIf(hasWork),
      ...claimAndWays({ owed, number, ways }),
      ...invoiceOf(invoice),
      `Tafadhali ikague ikifika na uripoti uharibifu ndani ya saa 48: ${shopPhone}.`,
    ],
    button: 'Fuatilia oda',
    short: isLast ? `${number} imetumwa, ${tracking}.` : `Sehemu ya ${number.slice(-8)}: ${tracking}.`,
  }),
  shipment_delivered: ({
    number,
    name,
    owed,
    ways,
    toSend,
    invoice,
    hasWork,
    shopPhone,
    shipment: { carrier, day, contents, isWork },
  }) => ({
    subject: isWork
      ? `Imekamilika: ${contents}, oda ${number}`
      : carrier
        ? `Kifurushi cha oda yako ${number} kimefika`
        : `Umechukua bidhaa za oda yako ${number}`,
    preheader: isWork
      ? `Tarehe ${day}.`
      : carrier
        ? `Kimefika tarehe ${day}.`
        : `Dukani kwetu tarehe ${day}.`,
    heading: isWork
      ? 'Kazi yetu imekamilika'
      : carrier
        ? 'Kifurushi chako kimefika'
        : 'Zimechukuliwa dukani kwetu',
    paragraphs: [
      isWork
        ? `Mpendwa ${name}, kazi hii ya oda yako ${number} ilikamilika tarehe ${day}.`
        : carrier
          ? `Mpendwa ${name}, kifurushi cha oda yako ${number} kimefika tarehe ${day}. Msafirishaji: ${carrier}.`
          : `Mpendwa ${name}, bidhaa hizi za oda yako ${number} zilikabidhiwa dukani kwetu tarehe ${day}.`,
      `Bidhaa: ${contents}.`,
      ...restFollows(toSend),
      ...workFollowsIf(hasWork),
      ...claimAndWays({ owed, number, ways }),
      ...invoiceOf(invoice),
      isWork
        ? `Kama kuna jambo tofauti na tulivyokubaliana, tupigie simu ${shopPhone}.`
        : `Kitu kikiwa kimeharibika au kukosekana, tuambie ndani ya saa 48: ${shopPhone}.`,
    ],
    button: 'Fuatilia oda',
    short: `Oda ${number}: ${isWork ? 'kazi imekamilika' : carrier ? 'kifurushi kimefika' : 'imechukuliwa dukani'}.`,
  }),
  order_cancelled: ({ number, name, received, rest, refunded, shopPhone }) => ({
    subject: `Oda yako ${number} imefutwa`,
    preheader: 'Hakuna kitakacholetwa.',
    heading: 'Oda yako imefutwa',
    paragraphs: [
      `Mpendwa ${name}, oda yako ${number} imefutwa. Hakuna kitakacholetwa.`,
      ...earlierPayments({ received, rest, refunded }),
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    short: `Oda ${number} imefutwa.`,
  }),
  order_link: ({ facts, number, name, toPay, owed, held, ways, shopPhone }) => ({
    subject: `Kiungo cha oda yako ${number}`,
    preheader: 'Kinafungua oda yako kwenye kifaa chochote.',
    heading: 'Oda yako',
    paragraphs: [
      `Mpendwa ${name}, kiungo hiki kinafungua oda yako ${number} kwenye kifaa chochote, bila kuingia.`,
      ...(toPay ? held : []),
      ...ways,
      `${facts.isLinkRenewed ? 'Viungo vya awali vya oda hii havifanyi kazi tena. ' : ''}Mpe kiungo hiki tu mtu anayeruhusiwa kuona oda.`,
      `Maswali: ${shopPhone}.`,
    ],
    button: toPay ? 'Tazama oda na ulipe' : 'Tazama oda',
    short: !toPay
      ? `Kiungo cha oda yako ${number}:`
      : owed
        ? `${number}: ${toPay}${owed.when ? `, ${owed.when.isLate ? 'tangu' : 'hadi'} ${owed.when.day}` : ''}:`
        : `Oda ${number}: ${toPay}. Lipa:`,
  }),
  goods_arrived: ({
    number,
    name,
    arrived,
    dueBefore: due,
    hasTerms,
    announced,
    awaited,
    deliveryApart,
    waysBefore,
    delivery,
    shopPhone,
  }) => ({
    subject: `${arrived} imefika, oda ${number}`,
    preheader: due ? `${due} inalipwa sasa.` : (announced ?? awaited ?? comesNext(delivery)),
    heading: 'Ulichoagiza kimefika',
    paragraphs: [
      `Mpendwa ${name}, ${arrived} ya oda yako ${number} imefika, na imewekwa kwa ajili yako.`,
      ...(due
        ? [
            `${due} inalipwa sasa; kisha ${isCollectedAtShop(delivery) ? 'unaweza kuichukua' : 'tunakutumia'}.`,
          ]
        : announced || awaited
          ? []
          : [`${hasTerms ? '' : 'Hakuna cha kulipa. '}${comesNext(delivery)}`]),
      ...deliveryApart,
      ...waysBefore,
      `Maswali: ${shopPhone}.`,
    ],
    button: due ? 'Tazama oda na ulipe' : 'Tazama oda',
    short: due ? `Oda ${number} imefika. Kulipa: ${due}.` : `Ulichoagiza kimefika: ${number}.`,
  }),
  delivery_later: ({ number, name, arrival, by, shopPhone }) => ({
    subject: `Oda yako ${number} itachelewa`,
    preheader: arrival,
    heading: 'Oda yako itachelewa',
    paragraphs: [
      `Mpendwa ${name}, benki imetutumia pesa za oda yako ${number} baadaye kuliko kawaida, kwa hiyo itafika baadaye kuliko tulivyosema. Tunaomba radhi.`,
      arrival,
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    short: `Oda ${number} itachelewa${by && ` ${by}`}.`,
  }),
  debt_reminder: ({ number, name, debt: { amount, day }, ways, shopPhone }) => ({
    subject: `${amount} inadaiwa kwa oda yako ${number}`,
    preheader: `Ilipwe kufikia tarehe ${day}.`,
    heading: `${amount} inadaiwa`,
    paragraphs: [
      `Mpendwa ${name}, una bidhaa za oda yako ${number}, ambayo ${amount} ilipaswa kulipwa kufikia tarehe ${day}.`,
      ...ways,
      `Kama umelipa, tuambie ulivyolipa na lini: ${shopPhone}.`,
    ],
    button: 'Tazama oda na ulipe',
    short: `Oda ${number}: ${amount} inadaiwa. Lipa:`,
  }),
  refund_due: ({ facts, number, name, isCancelled, taskAmount, shopPhone }) => ({
    subject: `Utarudishiwa pesa kwa oda ${number}`,
    preheader: `${taskAmount} zitarudishwa ${facts.task?.method === 'card' ? 'kwenye kadi yako' : 'kwako'}.`,
    heading: 'Tutakurudishia pesa',
    paragraphs: [
      `Mpendwa ${name}, ${facts.task?.method === 'card' ? 'benki ilichukua' : 'tulipokea'} ${taskAmount} kwa oda yako ${number} ambazo lazima tukurudishie.`,
      ...cancelledOrder(isCancelled),
      ...(facts.task?.method === 'card'
        ? ['Tunazirudisha kwenye kadi uliyolipia. Benki huhitaji siku 5-7 za kazi, nyingine hadi 10.']
        : []),
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    // With the longest sum there is no room for all of the number.
    short: isCancelled
      ? `#${number.slice(-8)} imefutwa, utarudishiwa ${taskAmount}.`
      : `Utarudishiwa ${taskAmount}, oda ${number}.`,
  }),
  refund_recorded: (input) =>
    input.refund.amount === null ? noRefund(input) : refund(input, input.refund.amount),
  confirm_email: ({ confirmation: { name, email }, shopPhone }) => ({
    subject: 'Thibitisha anwani yako ya barua pepe',
    preheader: 'Kiungo kinafanya kazi kwa saa 24.',
    heading: 'Je, hii ni anwani yako ya barua pepe?',
    paragraphs: [
      `Mpendwa ${name || 'mteja'}, tafadhali thibitisha kuwa ${email} ni ya akaunti yako. Fungua kiungo, ingia ukiombwa, kisha bonyeza kitufe kilichopo. Kiungo kinafanya kazi kwa saa 24.`,
      'Akaunti yako inafanya kazi bila hilo. Yale tu ya anwani ya barua pepe ndiyo yanayosubiri.',
      `Huna akaunti kwetu? Basi usifanye lolote: bila kiungo hiki hakuna anayeweza kutumia anwani yako. Maswali: ${shopPhone}.`,
    ],
    button: 'Thibitisha anwani',
    short: 'Thibitisha barua pepe yako:',
  }),
  staff_invited: ({ confirmation: { name, email, role }, shopPhone }) => ({
    subject: 'Umealikwa kufanya kazi katika duka letu',
    preheader: 'Kiungo kinafanya kazi kwa saa 72.',
    heading: 'Jiunge na wafanyakazi wetu',
    paragraphs: [
      `Mpendwa ${name || 'mwenzetu'}, umealikwa kujiunga na wafanyakazi wetu. Wajibu wako: ${roleNames[role ?? 'customer']}.`,
      `Fungua kiungo, ingia kwenye akaunti yenye anwani ${email}, kisha bonyeza kitufe kilichopo. Kama huna akaunti, jisajili kwanza kwa anwani hii. Kiungo kinafanya kazi kwa saa 72.`,
      `Kama hukutarajia hili, usifanye lolote. Maswali: ${shopPhone}.`,
    ],
    button: 'Jiunge',
    short: 'Umealikwa kujiunga na wafanyakazi wetu:',
  }),
  password_changed: ({ confirmation: { name, at }, shopPhone }) => ({
    subject: 'Nenosiri la akaunti yako limebadilishwa',
    preheader: `Tarehe ${at}. Kama si wewe, lirudishe.`,
    heading: 'Je, ni wewe?',
    paragraphs: [
      `Mpendwa ${name || 'mteja'}, nenosiri la akaunti yako kwetu limebadilishwa tarehe ${at} saa za Nairobi.`,
      'Ni wewe? Basi huhitaji kufanya lolote.',
      `Si wewe? Fungua kiungo na ubonyeze kitufe kilichopo: kila aliyeingia anatolewa, nasi tunakutumia kiungo cha kuchagua nenosiri lako. Kinafanya kazi kwa saa 72. Maswali: ${shopPhone}.`,
    ],
    button: 'Si mimi',
    short: `Nenosiri lako limebadilishwa tarehe ${at}.`,
  }),
  email_changed: ({ confirmation: { name, at, opens }, shopPhone }) => ({
    subject: 'Anwani ya barua pepe ya akaunti yako imebadilishwa',
    preheader: `Tarehe ${at}. Anwani hii si ya akaunti tena.`,
    heading: 'Je, ni wewe?',
    paragraphs: [
      `Mpendwa ${name || 'mteja'}, akaunti yako kwetu imepata anwani nyingine ya barua pepe tarehe ${at} saa za Nairobi. Hadi wakati huo ilikuwa na hii.`,
      'Ni wewe? Basi huhitaji kufanya lolote.',
      opens === 'undo'
        ? `Si wewe? Fungua kiungo na ubonyeze kitufe kilichopo: akaunti inapata tena anwani hii, kila aliyeingia anatolewa, nasi tunakutumia kiungo cha kuchagua nenosiri lako. Kinafanya kazi kwa saa 72. Maswali: ${shopPhone}.`
        : `Si wewe? Tupigie: ${shopPhone}.`,
    ],
    ...(opens === 'undo' && { button: 'Si mimi' }),
    short: `Barua pepe ya akaunti yako imebadilishwa tarehe ${at}.`,
  }),
  quotation: ({ quotation: { number, version, name, total, lastDay, reference, payment }, shopPhone }) => ({
    subject:
      version === 1 ? `Nukuu ya bei ${number}: ${total}` : `Nukuu ya bei ${number} imebadilishwa: ${total}`,
    preheader: `Inatumika hadi mwisho wa ${lastDay}.`,
    heading: version === 1 ? 'Nukuu yako ya bei' : 'Nukuu yako ya bei imebadilishwa',
    paragraphs: [
      `Mpendwa ${name}, kiungo hiki kinafungua nukuu yetu ya bei ${number} ya ${total}, pamoja na VAT, kwenye kifaa chochote. Hapo unaweza kuihifadhi kama PDF, kuichapisha, au kuikubali.`,
      ...(reference ? [`Rejea yako: ${reference}.`] : []),
      `Malipo: ${payment}`,
      `Inatumika hadi mwisho wa ${lastDay}. Hatukuwekei bidhaa kabla hujaikubali.`,
      `Hukuiomba? Basi usifanye lolote. Maswali: ${shopPhone}.`,
    ],
    button: 'Fungua nukuu',
    short: `Nukuu ya bei ${number}, ${total}:`,
  }),
  new_device: ({ newDevice: { name, device, at }, shopPhone }) => ({
    subject: 'Akaunti yako imefunguliwa kwenye kifaa kipya',
    preheader: `${device || 'Kivinjari kisichojulikana'}, ${at}.`,
    heading: 'Je, ni wewe uliyeingia?',
    paragraphs: [
      `Mpendwa ${name || 'mwenzetu'}, mtu ameingia kwenye akaunti yako ya mfanyakazi kwa kifaa ambacho hatujawahi kukiona: ${device || 'kivinjari kisichojulikana'}, ${at} saa za Nairobi.`,
      'Ni wewe? Basi huhitaji kufanya lolote.',
      `Si wewe? Ondoa kifaa hicho kwenye ukurasa wa akaunti yako na ubadilishe nenosiri lako mara moja. Maswali: ${shopPhone}.`,
    ],
    button: 'Fungua akaunti yangu',
    short: `Akaunti yako imefunguliwa: ${device || 'kivinjari kisichojulikana'}, ${at}.`,
  }),
  // As the dashboard, which is in English.
  settings_changed: buyerWordsEn.settings_changed,
  second_factor_changed: buyerWordsEn.second_factor_changed,
};

/** How the money that paid an order came. */
const comesNext = (delivery: Parameters<typeof isCollectedAtShop>[0]) =>
  isCollectedAtShop(delivery) ? 'Unaweza kuichukua dukani kwetu.' : 'Tunakutumia hivi karibuni.';

function whatCame({
  received,
  approved,
  recorded,
  last,
}: Pick<WordsInput, 'received' | 'approved' | 'recorded' | 'last'>) {
  if (last) return `${last.isByCard ? 'benki imeidhinisha' : 'tumepokea'} ${last.sum}`;
  if (recorded === null) return `benki imeidhinisha ${received}`;
  if (approved === null) return `tumepokea ${recorded}`;
  return `benki imeidhinisha ${approved}, nasi tumepokea ${recorded},`;
}

/** Nothing has just come, or what came does not count any more. */
const unpaid = ({
  number,
  name,
  total,
  received,
  rest,
  due,
  refunded,
  reversed,
  announced,
  awaited,
  held,
  owed,
  ways,
  shopPhone,
}: WordsInput): MessageWords => ({
  subject:
    (announced && `Tunathibitisha malipo ya oda yako ${number}`) ??
    (awaited && `Tunasubiri cheti cha oda yako ${number}`) ??
    claimOf({ owed, number }) ??
    (rest ? `Salio la oda yako ${number}: ${rest}` : `Oda yako ${number} inasubiri malipo`),
  preheader: announced ?? awaited ?? `${rest ?? due ?? total} bado haijalipwa.`,
  heading:
    (announced && 'Tunathibitisha malipo yako') ??
    (awaited && 'Tunasubiri cheti chako') ??
    claimOf({ owed, number }) ??
    (rest ? 'Sehemu ya oda yako imelipwa' : 'Oda yako inasubiri malipo'),
  paragraphs: [
    owed
      ? `Mpendwa ${name}, ${claimOf({ owed, number })}${whenOwed(owed)}.`
      : `Mpendwa ${name}, ${rest ? `asante kwa kulipa sehemu ya bei ya oda yako ${number}` : `tumepokea oda yako ${number}`}.`,
    ...(reversed ? [`${whyReversed[reversed.why]}: ${reversed.payment}.`] : []),
    ...(rest || refunded
      ? earlierPayments({ received, rest, refunded })
      : owed || announced || awaited
        ? []
        : ['Bado hatujapokea malipo yake.']),
    ...held,
    ...ways,
    `Ukipata tatizo, tupigie simu ${shopPhone}.`,
  ],
  button: announced || awaited ? 'Tazama oda' : 'Tazama oda na ulipe',
  short: announced
    ? `Oda ${number}: tunathibitisha M-Pesa yako:`
    : awaited
      ? `Oda ${number}: tafadhali tuma cheti:`
      : owed
        ? `Oda ${number}: deni ${owed.sum}. Lipa:`
        : rest
          ? `Oda ${number}: salio ${rest}. Lipa:`
          : `Oda ${number} (${due ?? total}) haijalipwa. Lipa:`,
});

/** The receipt of a part of the price, and what is asked for next. */
const partialPayment = (input: WordsInput, came: string): MessageWords => {
  const {
    number,
    name,
    received,
    rest,
    refunded,
    awaited,
    isOnAccount,
    isSentPaid,
    held,
    owed,
    ways,
    shopPhone,
  } = input;
  const claim =
    owed && (owed.isAdded ? `${owed.sum} bado haijalipwa` : `Unadaiwa ${owed.sum}${whenOwed(owed)}`);
  return {
    subject: `Malipo ya oda ${number} yamepokelewa: ${came}`,
    preheader: isOnAccount ? 'Asante.' : `${claim ?? `${rest} bado haijalipwa`}.`,
    heading: isSentPaid
      ? 'Tulichotuma kimelipwa'
      : awaited
        ? 'Asante, malipo yako yamepokelewa'
        : 'Sehemu ya oda yako imelipwa',
    paragraphs: [
      `Mpendwa ${name}, tumepokea ${came} kwa oda yako ${number}. Hii ni risiti ya malipo yako. Si ankara ya kodi.`,
      ...(isSentPaid ? ['Tulichotuma kimelipwa. Sehemu nyingine ya oda bado haijatumwa.'] : []),
      ...(claim
        ? [`${claim}.`]
        : isOnAccount
          ? []
          : received === came && !refunded
            ? [`${rest} bado haijalipwa.`]
            : earlierPayments({ received, rest, refunded })),
      ...held,
      ...ways,
      `Maswali: ${shopPhone}.`,
    ],
    button: isOnAccount ? 'Tazama oda' : 'Tazama oda na ulipe',
    short: isOnAccount
      ? `Tumepokea ${came}, oda ${number}.`
      : `Tumepokea ${came}. Lipa ${owed?.sum ?? rest}:`,
  };
};

/** `, kufikia tarehe 28 Dec 2026`; empty where there is no day. */
const whenOwed = ({ when }: NonNullable<WordsInput['owed']>) =>
  when ? `, ${when.isLate ? 'tangu' : 'kufikia'} tarehe ${when.day}` : '';

/** ` hadi 28 Dec`, as an SMS has room for it. */
const inShort = (owed: WordsInput['owed']) =>
  owed?.when ? (owed.when.isLate ? ' sasa' : ` hadi ${owed.when.day.slice(0, -5)}`) : '';

/** What is owed for goods that were sent, or for what was added to a paid order; null where nothing is. */
const claimOf = ({ owed, number }: Pick<WordsInput, 'owed' | 'number'>) =>
  owed && `${owed.isAdded ? `${owed.sum} bado haijalipwa` : `Unadaiwa ${owed.sum}`} kwa oda yako ${number}`;

/** What is owed, by when, and how it can be paid; nothing where nothing is asked for. */
const claimAndWays = ({ owed, number, ways }: Pick<WordsInput, 'owed' | 'number' | 'ways'>) => [
  ...(owed ? [`${claimOf({ owed, number })}${whenOwed(owed)}.`] : []),
  ...ways,
];

/** What came of earlier payments, which no message may deny: a sentence for each. */
function earlierPayments({ received, rest, refunded }: Pick<WordsInput, 'received' | 'rest' | 'refunded'>) {
  return [
    ...(rest ? [`Tumepokea ${received}, na ${rest} bado hazijalipwa.`] : []),
    ...(refunded ? [`${refunded} zilipokelewa na zimerudishwa.`] : []),
  ];
}

const byMethod: Record<PaymentMethod, string> = {
  card: 'kwa kadi',
  mpesa: 'kwa M-Pesa',
  transfer: 'kwa benki',
  cash: 'taslimu',
  cheque: 'kwa hundi',
  withheld_vat: 'kama VAT',
  withheld_tax: 'kama kodi ya mapato',
};

/** Whoever gets its money back reads why. */
const cancelledOrder = (isCancelled: boolean) =>
  isCancelled ? ['Oda hii imefutwa: hakuna kitakacholetwa.'] : [];

function refund({ number, name, isCancelled, refund, shopPhone }: WordsInput, amount: string): MessageWords {
  const { day, method, bankReference, isCorrection } = refund;
  return {
    subject: `${isCorrection ? 'Marekebisho: ' : ''}${amount} zimerudishwa kwako kwa oda ${number}`,
    preheader: `Tarehe ${day}, kumbukumbu ${bankReference}.`,
    heading: isCorrection ? 'Pesa ulizorudishiwa: marekebisho' : 'Pesa zako zimerudishwa',
    paragraphs: [
      ...(isCorrection
        ? ['Tulichokuandikia awali kuhusu pesa hizi hakikuwa sahihi. Samahani. Hiki ndicho sahihi:']
        : []),
      `Mpendwa ${name}, tarehe ${day} ${method === 'card' ? 'benki yetu ilikurudishia' : 'tulikurudishia'} ${amount} ${byMethod[method]} kwa oda yako ${number}.`,
      ...cancelledOrder(isCancelled),
      method === 'card'
        ? `Benki yako inaweza kuhitaji siku 5-7 za kazi kuzionyesha, nyingine hadi 10. Ukiuliza benki yako, taja kumbukumbu hii: ${bankReference}.`
        : `Ukiuliza kuhusu pesa hizi, taja kumbukumbu hii: ${bankReference}.`,
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    short: isCorrection
      ? `Marekebisho: umerudishiwa ${amount}, oda ${number}.`
      : isCancelled
        ? `#${number.slice(-8)} imefutwa, umerudishiwa ${amount}.`
        : `Umerudishiwa ${amount}, oda ${number}.`,
  };
}

/** A refund was announced that was written down by mistake. */
function noRefund({ number, name, shopPhone }: WordsInput): MessageWords {
  return {
    subject: `Marekebisho: hakuna pesa zilizorudishwa kwa oda ${number}`,
    preheader: 'Ujumbe wetu kuhusu kurudishiwa pesa ulikuwa kosa.',
    heading: 'Hakuna pesa zilizorudishwa',
    paragraphs: [
      `Mpendwa ${name}, tulikuandikia kwamba pesa za oda yako ${number} zimerudishwa. Hilo lilikuwa kosa letu: hazijarudishwa. Samahani.`,
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    short: `Marekebisho: hakuna pesa zilizorudishwa, oda ${number}.`,
  };
}

const whyReversed = {
  mistake: 'Malipo tuliyoandika hayahesabiwi, kwa kuwa hayakufika au hayakuwa ya oda hii',
  bounced: 'Hundi yako ilikataliwa na benki, kwa hivyo haihesabiwi',
  taken_back: 'Benki yako ilirudisha malipo kwako, kwa hivyo hayahesabiwi',
};
