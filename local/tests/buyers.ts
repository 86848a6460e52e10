import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errorStatus, isErrorCode } from '../../supabase/functions/_shared/contract/error-messages.ts';
import type { Order, PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { browserTimeLimits } from '../../supabase/functions/_shared/contract/time-limits.ts';
import { type Answer, comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { mpesaPhone, newPhone } from '../../supabase/tests/mpesa-phone.ts';
import type { FaultyShop } from './faulty-shop.ts';

/** KES. */
const price = 2000;
/** How people pay: two of five close the page then, which only the minute jobs can make good. */
const ways = ['card', 'mpesa', 'card', 'card and away', 'mpesa and away'] as const;

/** What M-Pesa's sandbox does while people pay: nobody types a PIN. */
export const phonesThatPay = { answersFor: 'pays' };

/** What people at a shop did and were told. */
export class Crowd {
  /** How often what was answered, such as `POST /api/orders 503 shop_busy`. */
  readonly told = new Map<string, number>();
  /** What nobody may be told: no sentence of the contract, no answer in time, or what is not true. */
  readonly wrong: string[] = [];
  /** Each order that was confirmed, by the key with which it was sent. */
  readonly orders = new Map<string, string>();
  /** Seconds between two things that a person does, on average. */
  thinks: number;
  private readonly shop: FaultyShop;
  private readonly product: { id: string };
  constructor(shop: FaultyShop, product: { id: string }, thinks: number) {
    this.shop = shop;
    this.product = product;
    this.thinks = thinks;
  }

  /** So many at a time, each buying again and again while somebody may begin. Ends when all have what they came for. */
  async buy(atATime: number, mayBegin: (begun: number) => boolean): Promise<void> {
    let begun = 0;
    await mpesaPhone(this.shop.gateway).misbehave(phonesThatPay);
    await Promise.all(
      Array.from({ length: atATime }, async () => {
        await this.aMoment();
        while (mayBegin(begun)) await this.buyOnce(ways[begun++ % ways.length] as (typeof ways)[number]);
      }),
    );
  }

  count(what: string): void {
    this.told.set(what, (this.told.get(what) ?? 0) + 1);
  }

  /** A visitor of whose replies each is counted, and judged. */
  visitor(): Visitor {
    const visitor = new Visitor(this.shop.site);
    const call = visitor.call.bind(visitor);
    visitor.call = async <T>(method: string, path: string, body?: unknown, headers = {}) => {
      const what = `${method} ${path.replace(/\?.*/, '').replaceAll(/[0-9a-f-]{36}/g, ':id')}`;
      const answer = await this.inTime(what, call<T>(method, path, body, headers));
      const { code, message = '' } = (answer.body ?? {}) as { code?: string; message?: string };
      this.count([what, answer.status, code].filter(Boolean).join(' '));
      const isRefusal = isErrorCode(code) && code !== 'internal' && errorStatus(code) === answer.status;
      if (answer.status >= 400 && !(isRefusal && /^[A-Z].*[.!]$/.test(message)))
        this.wrong.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
      return answer;
    };
    return visitor;
  }

  private async buyOnce(way: (typeof ways)[number]): Promise<void> {
    const visitor = this.visitor();
    const key = randomUUID();
    for (const path of ['/api/products?category=solar', `/api/products/${this.product.id}/page`])
      await visitor.get(path);
    const items = [{ productId: this.product.id, quantity: 1, price }];
    await this.aMoment();
    const { order, payment } = await this.untilDone(() => visitor.placeOrder(items, key), [201]);
    await this.aMoment();
    this.orders.set(key, order.id);
    const safaricom = mpesaPhone(this.shop.gateway);
    const phone = newPhone();
    let form: PlaceOrderReply['payment'] | undefined = payment;
    let paidBy: 'card' | 'mpesa' | null = null;

    const payByCard = async () => {
      const [asked, path] = [form, `/api/orders/${order.id}/payment`];
      form = undefined;
      const to = asked ?? (await visitor.post<PlaceOrderReply>(path, undefined)).body.payment;
      const back =
        to && (await payAtTheBank(to, '4242424242424242').catch(() => this.count('the bank fails')));
      if (!back) return;
      paidBy = 'card';
      if (way.endsWith('away')) return;
      const { pathname } = await this.inTime('return', comeBack(back));
      this.count(pathname);
      if (!['/payment/success', '/payment/try-later'].includes(pathname))
        this.wrong.push(`paid: ${pathname}`);
    };
    const payByPhone = async () => {
      const { body } = await visitor.post<Order>(`/api/orders/${order.id}/prompt`, { phone });
      // Whoever is not told that a prompt was sent looks at the phone, which pays by itself.
      if (body.nextStep === 'wait' || (await safaricom.promptOn(phone))) paidBy = 'mpesa';
    };

    // The page of the order is for M-Pesa; with a card the browser goes to the bank at once.
    if (way.startsWith('card')) await payByCard();
    for (let looks = 0; ; looks += 1) {
      if (paidBy && way.endsWith('away')) return;
      const { status, body } = await visitor.post<Order>(`/api/orders/${order.id}/check`, undefined);
      if (status === 200) {
        this.count(`reads ${body.word}, ${body.nextStep}`);
        if (body.status === 'paid' && !paidBy) this.wrong.push(`paid, it says of ${order.id}`);
        if (paidBy && (body.word === 'payment_failed' || (paidBy === 'card' && body.nextStep === 'pay')))
          this.wrong.push(`paid by ${paidBy}, and it says ${body.word}, ${body.nextStep} of ${order.id}`);
        if (body.status === 'paid') return;
        if (body.nextStep === 'pay' && !paidBy)
          await (way.startsWith('mpesa') && looks < 3 ? payByPhone() : payByCard());
      }
      await this.aMoment();
    }
  }

  /** Presses again after every refusal, as a patient person does. */
  async untilDone<T>(press: () => Promise<Answer<T>>, wanted: number[]): Promise<T> {
    for (;;) {
      const { status, body } = await press();
      if (wanted.includes(status)) return body;
      await this.aMoment();
    }
  }

  private aMoment = () => pause(this.thinks * 2000 * Math.random());

  /** As long as the browser waits. */
  private async inTime<T>(what: string, answer: Promise<T>): Promise<T> {
    const limit = new AbortController();
    const late = pause(browserTimeLimits.order, undefined, { signal: limit.signal }).then(
      () => this.wrong.push(`${what}: no answer within ${browserTimeLimits.order} ms`),
      () => {},
    );
    void late;
    return answer.finally(() => limit.abort());
  }
}
