import { randomUUID } from 'node:crypto';
import { registered } from '../admin-visitor.ts';
import { Visitor } from '../api-visitor.ts';
import { newProduct, orderRequest, type Sql } from '../shop-cast.ts';
import type { Chance } from './generated-values.ts';
import { buy, secretWords } from './tampering-scene.ts';

export const roles = ['anonymous', 'guest', 'customer', 'former admin', 'admin', 'stale'] as const;
export type Role = (typeof roles)[number];

/** Whom the requests come from, what they may know, and whose things they must not see. */
export class FuzzCast {
  readonly visitors = new Map<Role, Visitor & { userId?: string }>();
  /** By kind, ids that are really there; replies add more. */
  private readonly known: Record<string, string[]> = {
    product: [],
    order: [],
    user: [],
    transaction: [],
    task: [],
  };
  /** What the honest orders are for; no generated request names it otherwise, so that it stays as it is. */
  private shelf = { id: '', price: 1000 };
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
  }

  async open(): Promise<void> {
    this.shelf = await newProduct(this.sql, { stock: 900_000, name: 'Fuzz shelf' });
    for (let i = 0; i < 6; i++) this.know('product', (await newProduct(this.sql, { stock: 500 })).id);
    this.know(
      'product',
      (await newProduct(this.sql, { isActive: false, name: secretWords.hiddenProduct })).id,
    );
    const line = { productId: this.shelf.id, quantity: 1, price: this.shelf.price };
    // Whose things they are: a guest and a customer whom no generated request comes from.
    const member = await registered(this.sql);
    await this.sql`update public.users set name = ${secretWords.person} where id = ${member.userId}`;
    this.know('user', member.userId);
    for (const victim of [new Visitor(), member]) {
      const { order } = await buy(victim, [line]);
      this.know('order', order.id);
    }
    for (const role of roles) await this.enter(role);
    const transactions = await this.sql<{ id: string }[]>`select id from public.transactions limit 20`;
    for (const { id } of transactions) this.know('transaction', id);
  }

  /** The role with a new session: at the beginning, and when a request has ended the one it came with. */
  async enter(role: Role): Promise<void> {
    const visitor = await this.visitorOf(role);
    this.visitors.set(role, visitor);
    if (role === 'anonymous' || role === 'stale') return;
    const line = { productId: this.shelf.id, quantity: 1, price: this.shelf.price };
    const { order } = await buy(visitor, [line], `fuzz-${randomUUID().slice(0, 8)}`);
    this.know('order', order.id);
  }

  private async visitorOf(role: Role): Promise<Visitor & { userId?: string }> {
    if (role === 'anonymous' || role === 'guest') return new Visitor();
    const visitor = await registered(
      this.sql,
      role === 'customer' || role === 'stale' ? 'customer' : 'admin',
    );
    if (role === 'former admin')
      await this.sql`update public.users set role = 'customer' where id = ${visitor.userId}`;
    if (role === 'stale') {
      const { cookie } = visitor;
      await visitor.post('/api/auth/logout', {});
      visitor.cookie = cookie;
    }
    return visitor;
  }

  know(kind: string, id: string): void {
    const ids = (this.known[kind] ??= []);
    ids.push(id);
    // The first ones stay: they are the victims'.
    if (ids.length > 40) ids.splice(10, 1);
  }

  /** Mostly something of the right kind, now and then another thing's id, one that nothing has, or no id at all. */
  id(chance: Chance, name: string, operationId: string): string {
    if (chance.oneIn(8)) return chance.pick([randomUUID(), 'x', '0', '1']);
    const kind = chance.oneIn(10) ? chance.pick(Object.keys(this.known)) : kindOf(name, operationId);
    return chance.pick(this.known[kind]?.length ? this.known[kind] : [randomUUID()]);
  }

  /** Half of the orders are ones that the shop can take. */
  body(chance: Chance, operationId: string): unknown {
    if (operationId !== 'placeOrder' || chance.oneIn(2)) return undefined;
    const line = { productId: this.shelf.id, quantity: chance.between(1, 3), price: this.shelf.price };
    const { orderData, items } = orderRequest([line]);
    return {
      orderData: { ...orderData, customerAddress: `House ${chance.between(1, 1e6)}, Kisumu` },
      items,
    };
  }

  /** Nobody but the admin is one, whatever was sent. */
  async wrongRoles(): Promise<string[]> {
    const wrong: string[] = [];
    for (const [role, { userId }] of this.visitors) {
      if (!userId) continue;
      const [row] = await this.sql<{ role: string }[]>`select role from public.users where id = ${userId}`;
      if (row && row.role === 'admin' && role !== 'admin') wrong.push(role);
    }
    return wrong;
  }
}

function kindOf(name: string, operationId: string): string {
  if (name === 'orderId' || /order/i.test(operationId)) return 'order';
  if (name === 'transactionId' || /transaction|gateway/i.test(operationId)) return 'transaction';
  if (/user|role/i.test(operationId)) return 'user';
  if (/task/i.test(operationId)) return 'task';
  if (name === 'idempotency-key') return 'key';
  return 'product';
}
