import type { AccountKind, BuyerKind } from '../../contract/messages.ts';
import type { MessageWords, WordsInput } from './message-words.ts';

/** Messages to buyers and to people with an account, in Swahili. */
export const buyerWordsSw: Record<BuyerKind | AccountKind, (input: WordsInput) => MessageWords> = {
  order_unpaid: ({ number, name, total, holdUntil, shopPhone }) => ({
    subject: `Oda yako ${number} inasubiri malipo`,
    preheader: `${total} bado haijalipwa.`,
    heading: 'Oda yako bado haijalipwa',
    paragraphs: [
      `Mpendwa ${name}, tumepokea oda yako ${number}, lakini bado hatujapokea malipo.`,
      holdUntil
        ? `Tunakuwekea bidhaa hadi saa ${holdUntil}. Unaweza kulipa kwa kadi kwenye ukurasa wa oda yako.`
        : 'Hatukuwekei tena bidhaa, lakini bado unaweza kulipa zikiwa zipo.',
      `Ukipata tatizo, tupigie simu ${shopPhone}.`,
    ],
    button: 'Tazama oda na ulipe',
    showsOrder: true,
    short: `Oda ${number} (${total}) haijalipwa. Lipa:`,
  }),
  order_paid: ({ number, name, received, arrival }) => ({
    subject: `Malipo ya oda ${number} yamepokelewa`,
    preheader: `Tumepokea ${received}. Asante.`,
    heading: 'Asante, malipo yako yameidhinishwa',
    paragraphs: [
      `Mpendwa ${name}, benki imeidhinisha ${received} kwa oda yako ${number}.`,
      `Tunaifunga ndani ya saa 24. ${arrival}`,
      'Hii ni risiti ya malipo yako. Si ankara ya kodi.',
    ],
    button: 'Tazama oda',
    showsOrder: true,
    short: `Imelipwa ${received}, oda ${number}. Asante`,
  }),
  payment_refused: ({ number, name, shopPhone }) => ({
    subject: `Kadi imekataliwa kwa oda ${number}`,
    preheader: 'Oda yako ipo; unaweza kulipa tena.',
    heading: 'Benki imekataa kadi',
    paragraphs: [
      `Mpendwa ${name}, benki haikuidhinisha malipo ya oda yako ${number}.`,
      'Mara nyingi kiasi kinazidi kikomo cha kadi kwa malipo ya mtandaoni. Benki yako inaweza kukiongeza kwa simu. Unaweza pia kutumia kadi nyingine.',
      `Unaweza kulipa tena kwenye ukurasa wa oda yako bidhaa zikiwa zipo. Maswali: ${shopPhone}.`,
    ],
    button: 'Jaribu kulipa tena',
    showsOrder: true,
    short: `Kadi imekataliwa, oda ${number}. Jaribu tena:`,
  }),
  payment_checking: ({ number, name, shopPhone }) => ({
    subject: `Tunathibitisha malipo ya oda ${number}`,
    preheader: 'Tafadhali usilipe tena.',
    heading: 'Benki bado haijaamua',
    paragraphs: [
      `Mpendwa ${name}, benki bado haijatujulisha kama malipo ya oda yako ${number} yamefaulu.`,
      'Tafadhali usilipe tena. Tunaendelea kuuliza benki, na tutakuandikia mara itakapojibu.',
      `Benki yako ikionyesha malipo, hifadhi ujumbe wake. Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama hali ya malipo',
    showsOrder: true,
    short: `Tunathibitisha malipo ${number}. Usilipe tena.`,
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
    showsOrder: true,
    short: `Oda ${number} imekamilika.`,
  }),
  order_cancelled: ({ number, name, shopPhone }) => ({
    subject: `Oda yako ${number} imefutwa`,
    preheader: 'Hakuna kitakacholetwa.',
    heading: 'Oda yako imefutwa',
    paragraphs: [
      `Mpendwa ${name}, oda yako ${number} imefutwa. Hakuna kitakacholetwa.`,
      `Ikiwa ni kosa, agiza tena au tupigie simu ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    showsOrder: false,
    short: `Oda ${number} imefutwa.`,
  }),
  refund_due: ({ number, name, taskAmount, shopPhone }) => ({
    subject: `Utarudishiwa pesa kwa oda ${number}`,
    preheader: `${taskAmount} zitarudishwa kwenye kadi yako.`,
    heading: 'Tutakurudishia pesa',
    paragraphs: [
      `Mpendwa ${name}, benki ilichukua ${taskAmount} kwa oda yako ${number} ambazo lazima tukurudishie.`,
      'Tunazirudisha kwenye kadi uliyolipia. Benki huhitaji siku 5-7 za kazi, nyingine hadi 10.',
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    showsOrder: false,
    short: `Utarudishiwa ${taskAmount}, oda ${number}.`,
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
    showsOrder: false,
    short: 'Thibitisha barua pepe yako:',
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
    showsOrder: false,
    short: `Akaunti yako imefunguliwa: ${device || 'kivinjari kisichojulikana'}, ${at}.`,
  }),
};

function refund({ number, name, refund, shopPhone }: WordsInput, amount: string): MessageWords {
  const { day, bankReference, isCorrection } = refund;
  return {
    subject: `${isCorrection ? 'Marekebisho: ' : ''}${amount} zimerudishwa kwako kwa oda ${number}`,
    preheader: `Tarehe ${day}, kumbukumbu ${bankReference}.`,
    heading: isCorrection ? 'Pesa ulizorudishiwa: marekebisho' : 'Pesa zako zimerudishwa',
    paragraphs: [
      ...(isCorrection
        ? ['Tulichokuandikia awali kuhusu pesa hizi hakikuwa sahihi. Samahani. Hiki ndicho sahihi:']
        : []),
      `Mpendwa ${name}, tarehe ${day} benki yetu ilikurudishia ${amount} kwa oda yako ${number}.`,
      `Benki yako inaweza kuhitaji siku 5-7 za kazi kuzionyesha, nyingine hadi 10. Ukiuliza benki yako, taja kumbukumbu hii: ${bankReference}.`,
      `Maswali: ${shopPhone}.`,
    ],
    button: 'Tazama oda',
    showsOrder: false,
    short: isCorrection
      ? `Marekebisho: umerudishiwa ${amount}, oda ${number}.`
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
    showsOrder: false,
    short: `Marekebisho: hakuna pesa zilizorudishwa, oda ${number}.`,
  };
}
