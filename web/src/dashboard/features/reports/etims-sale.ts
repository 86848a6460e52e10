import type { EtimsSale, PaperLine, VatClass } from '@contract/papers.ts';
import { vatBands } from '@contract/papers.ts';
import { nairobiMinute } from '@contract/nairobi-time.ts';
import type { PaymentMethod } from '@contract/orders.ts';

/** KRA's codes of how something was paid (code list 07): cheque, card, mobile money; a transfer is "other", and so are several methods. */
const paymentCodes: Record<PaymentMethod, string> = {
  cash: '01',
  cheque: '04',
  card: '05',
  mpesa: '06',
  transfer: '07',
  withheld_vat: '07',
  withheld_tax: '07',
};

const shillings = (cents: number) => Math.round(cents) / 100;

/**
 * An invoice or credit note as eTIMS takes it (`saveTrnsSalesOsdc` of KRA's OSCU, amounts with VAT). The codes of the
 * goods are the authority's, under which whoever sends it has registered them: they are empty here.
 */
export function etimsSale({ sequence, original, kind, number, issuedAt, content }: EtimsSale) {
  const { lines, totals, buyer, day } = content;
  const methods = new Set(content.payments.map(({ method }) => method));
  const isCredit = kind === 'credit_note';
  const bands = Object.entries(vatBands).sort(([, a], [, b]) => a.localeCompare(b));
  const ofBands = Object.fromEntries(
    bands.flatMap(([vatClass, band]) => {
      const rates = totals.rates.filter((rate) => rate.vatClass === (vatClass as VatClass));
      const sum = (of: 'grossCents' | 'vatCents') =>
        shillings(rates.reduce((cents, rate) => cents + rate[of], 0));
      return [
        [`taxblAmt${band}`, sum('grossCents')],
        [`taxRt${band}`, rates[0] ? rates[0].basisPoints / 100 : usualRates[vatClass as VatClass]],
        [`taxAmt${band}`, sum('vatCents')],
      ] as [string, number][];
    }),
  );
  return {
    invcNo: sequence,
    orgInvcNo: original,
    trdInvcNo: number,
    custTin: buyer?.company?.pin ?? null,
    custNm: buyer?.company?.name ?? buyer?.name ?? null,
    rcptTyCd: isCredit ? 'R' : 'S',
    pmtTyCd: paymentCodes[(methods.size === 1 && [...methods][0]) || 'transfer'],
    salesSttsCd: '02',
    cfmDt: digits(nairobiMinute(issuedAt)) + seconds(issuedAt),
    salesDt: digits(day),
    totItemCnt: lines.length,
    ...ofBands,
    totTaxblAmt: shillings(totals.grossCents),
    totTaxAmt: shillings(totals.vatCents),
    totAmt: shillings(totals.grossCents),
    receipt: {
      custTin: buyer?.company?.pin ?? null,
      custMblNo: buyer?.phone ?? null,
      trdeNm: content.seller.name,
    },
    itemList: lines.map(itemOf),
  };
}

/** Percents of the bands where a paper has none of them. */
const usualRates: Record<VatClass, number> = {
  exempt: 0,
  standard: 16,
  zero_rated: 0,
  outside: 0,
  reduced: 8,
};

const digits = (text: string) => text.replace(/\D/g, '');
const seconds = (iso: string) => new Date(iso).toISOString().slice(17, 19);

function itemOf(line: PaperLine, index: number) {
  return {
    itemSeq: index + 1,
    itemCd: '',
    itemClsCd: '',
    itemNm: line.name,
    // No package, and pieces.
    pkgUnitCd: 'NT',
    pkg: line.quantity,
    qtyUnitCd: 'U',
    qty: line.quantity,
    prc: shillings(line.unitCents),
    splyAmt: shillings(line.grossCents),
    dcRt: 0,
    dcAmt: 0,
    taxTyCd: vatBands[line.vatClass],
    taxblAmt: shillings(line.grossCents),
    taxAmt: shillings(line.vatCents),
    totAmt: shillings(line.grossCents),
  };
}
