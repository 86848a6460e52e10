import { describe, it } from 'vitest';
import { Visitor } from '../api-visitor.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { type Scene, sidOf, tamperingScene, traceOf, type Trick } from './tampering-scene.ts';

/*
 * Somebody who knows this shop's every line tries to read or change what is not theirs,
 * through the shop's own API. Whatever it answers, what stands in the database afterwards says whether it worked.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { expectNoEffect } = tamperingScene(sql);

const linkKey = (key = '') => ({ 'x-order-key': key });

const withCookie =
  (cookie: string, path: (scene: Scene) => string): Trick =>
  async (scene) => {
    const forger = new Visitor();
    forger.cookie = cookie;
    return forger.get(path(scene));
  };

const victimsOrder = ({ victim }: Scene) => `/api/orders/${victim.order.id}`;

describe('an order of somebody else is out of reach:', () => {
  const tricks: [string, Trick][] = [
    ['read by its id', (s) => s.thief.visitor.get(victimsOrder(s))],
    ['read by its id, from an account', (s) => s.insider.visitor.get(`/api/orders/${s.member.order.id}`)],
    ['checked', (s) => s.thief.visitor.post(`${victimsOrder(s)}/check`, {})],
    ['paid again', (s) => s.thief.visitor.post(`${victimsOrder(s)}/payment`, {})],
    [
      'cancelled with its link',
      (s) => s.thief.visitor.post(`${victimsOrder(s)}/cancel`, {}, linkKey(s.victim.order.linkKey)),
    ],
    [
      'given a new link with its link',
      (s) => s.thief.visitor.post(`${victimsOrder(s)}/link`, {}, linkKey(s.victim.order.linkKey)),
    ],
    [
      'with the link key of my own',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(s.thief.order.linkKey)),
    ],
    [
      'with a link key cut short',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(s.victim.order.linkKey?.slice(0, 42))),
    ],
    [
      'with the link key of another version',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(s.victim.order.linkKey?.replace('1.', '2.'))),
    ],
    [
      'with two link keys',
      (s) =>
        s.thief.visitor.get(victimsOrder(s), linkKey(`${s.thief.order.linkKey}, ${s.victim.order.linkKey}`)),
    ],
    [
      'with its link key in the address',
      (s) => s.thief.visitor.get(`${victimsOrder(s)}?key=${s.victim.order.linkKey}`),
    ],
    [
      'with its trace for a link key',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(traceOf(s.victim))),
    ],
    [
      'claimed with my own contact',
      (s) => s.thief.visitor.post(`${victimsOrder(s)}/claim`, { contact: 'thief@example.com' }),
    ],
    [
      'under my own address',
      (s) => s.thief.visitor.get(`/api/orders/${s.thief.order.id}/../${s.victim.order.id}`),
    ],
    [
      'listed by a parameter',
      (s) =>
        s.thief.visitor.get(
          `/api/orders?userId=${s.member.userId}&sid=${sidOf(s.victim.visitor)}&user_id=neq.0`,
        ),
    ],
    [
      'written by PUT, PATCH and DELETE',
      (s) =>
        Promise.all(
          ['PUT', 'PATCH', 'DELETE'].map((m) => s.thief.visitor.call(m, victimsOrder(s), { status: 'paid' })),
        ),
    ],
    [
      'my own, written as paid',
      (s) =>
        Promise.all(
          ['PUT', 'PATCH', 'POST'].map((m) =>
            s.thief.visitor.call(m, `/api/orders/${s.thief.order.id}`, { status: 'paid' }),
          ),
        ),
    ],
    [
      'my own, by a method in a header',
      (s) =>
        s.thief.visitor.post(
          `/api/orders/${s.thief.order.id}/check`,
          { status: 'paid', _method: 'PATCH' },
          { 'x-http-method-override': 'PATCH', 'x-method-override': 'DELETE' },
        ),
    ],
    ['by a cookie of letters', withCookie(`sid=${'A'.repeat(43)}`, victimsOrder)],
    [
      'by the hash that the database keeps',
      (s) => withCookie(`sid=${sidOf(s.victim.visitor)}`, victimsOrder)(s),
    ],
    ['by a cookie that is a piece of SQL', withCookie("sid=' or sid is not null --", victimsOrder)],
    [
      'by the victim’s cookie under another name',
      (s) => withCookie(s.victim.visitor.cookie.replace('sid', '__Host-sid'), victimsOrder)(s),
    ],
    [
      'by my cookie and the victim’s hash',
      (s) => withCookie(`${s.thief.visitor.cookie}; sid=${sidOf(s.victim.visitor)}`, victimsOrder)(s),
    ],
    [
      'by headers of the edge proxy',
      (s) =>
        s.thief.visitor.call('GET', victimsOrder(s), undefined, {
          'x-shop-secret': 'x',
          'x-shop-cookie': s.victim.visitor.cookie,
          'x-shop-client-address': '127.0.0.1',
          'x-shop-user': s.member.userId,
          'x-forwarded-user': s.member.userId,
        }),
    ],
    [
      'by a token of the Data API',
      (s) =>
        new Visitor().call('GET', victimsOrder(s), undefined, {
          authorization: `Bearer ${s.insider.accessToken}`,
        }),
    ],
  ];
  it.each(tricks)('%s', (_, trick) => expectNoEffect(trick));
});

describe('the catalogue shows what is on sale:', () => {
  const paths: [string, (scene: Scene) => string][] = [
    ['the id of an archived product', (s) => `/api/products/${s.hidden.id}`],
    ['a filter in a slug', (s) => `/api/products/${encodeURIComponent(`x,id.eq.${s.hidden.id}`)}`],
    [
      'a filter in a category',
      () => `/api/products/category/${encodeURIComponent('fridges),or(is_active.eq.false')}`,
    ],
    [
      'an operator in a category',
      () => `/api/products/category/${encodeURIComponent('neq.solar&is_active=eq.false')}`,
    ],
    ['SQL in a category', () => `/api/products/category/${encodeURIComponent("' or is_active = false --")}`],
    [
      'a filter in the query',
      () => '/api/products?is_active=eq.false&select=*&or=(is_active.is.false)&isActive=false&schema=private',
    ],
    ['another table', () => `/api/products/${encodeURIComponent('../orders?select=*')}`],
  ];
  it.each(paths)('%s', (_, path) => expectNoEffect((s) => s.thief.visitor.get(path(s))));
});
