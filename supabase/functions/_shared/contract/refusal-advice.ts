import type { Language } from './messages.ts';

/** The bank's code for a form it could not process; also for a buyer who presses Cancel on its page. */
const formRefused = '255';

/** Whether the buyer cancelled on the bank's page, which is no error. */
export const isCancelledByBuyer = ({
  code,
  description,
}: {
  code: string | null;
  description: string | null;
}): boolean => code === formRefused && /cancel/i.test(description ?? '');

/** What happened to a card that the bank refused, and what to try: the same on the order's page and in the mail. */
export function refusalAdvice(code: string | null | undefined, language: Language = 'en'): string {
  return (adviceByCode[code ?? ''] ?? withoutReason)[language];
}

type Advice = Record<Language, string>;

const withoutReason: Advice = {
  en: 'The bank did not say why. Try another card, or ask your bank about the limit of this one.',
  sw: 'Benki haikusema sababu. Jaribu kadi nyingine, au uliza benki yako kuhusu kikomo cha hii.',
};

const blocked: Advice = {
  en: 'The card is blocked. Try another card, or call your bank: its number is on the back of the card.',
  sw: 'Kadi imezuiwa. Jaribu kadi nyingine, au pigia benki yako simu: namba yake iko nyuma ya kadi.',
};

const adviceByCode: Record<string, Advice> = {
  '3': blocked,
  '4': {
    en: 'The card was declined, often because its limit for online payments is too low. Ask your bank to raise the limit, or try another card.',
    sw: 'Kadi imekataliwa, mara nyingi kwa sababu kikomo chake cha malipo ya mtandaoni ni kidogo. Omba benki yako ikiongeze, au jaribu kadi nyingine.',
  },
  '5': {
    en: 'Your bank wants you to call it before it allows this payment. Its number is on the back of the card. You can also try another card.',
    sw: 'Benki yako inataka uipigie simu kabla ya kuruhusu malipo haya. Namba yake iko nyuma ya kadi. Unaweza pia kutumia kadi nyingine.',
  },
  '7': {
    en: 'The security code or your bank’s confirmation of the card was not right. Check it and try again, or try another card.',
    sw: 'Namba ya siri ya kadi au uthibitisho wa benki yako haukuwa sahihi. Hakikisha na ujaribu tena, au tumia kadi nyingine.',
  },
  '8': {
    en: 'The bank does not take this kind of card. Try another card.',
    sw: 'Benki haipokei aina hii ya kadi. Jaribu kadi nyingine.',
  },
  '10': blocked,
  '14': {
    en: 'The card number was not right. Check it and try again.',
    sw: 'Namba ya kadi haikuwa sahihi. Hakikisha na ujaribu tena.',
  },
  '16': {
    en: 'The expiry date was not right. Check it and try again.',
    sw: 'Tarehe ya mwisho ya kadi haikuwa sahihi. Hakikisha na ujaribu tena.',
  },
  [formRefused]: {
    en: 'The bank’s page could not read the payment. Try again; if it happens again, call us.',
    sw: 'Ukurasa wa benki haukuweza kusoma malipo. Jaribu tena; ikitokea tena, tupigie simu.',
  },
};
