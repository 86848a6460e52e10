import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { as, type Character, guest, newProduct, shop } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

type Picture = { url: string; alt: string };
type Refused = { code: string; message: string; detail?: string };

const admin = testPerson(sql, 'Owner', 'admin');
const other = testPerson(sql, 'Second owner', 'admin');
const ada = testPerson(sql, 'Ada');

const picture = (name: string, alt = ''): Picture => ({ url: `/pictures/${name}.webp`, alt });
const many = (count: number) => Array.from({ length: count }, (_, i) => picture(String(i)));
const asJson = (value: unknown) => sql.json(value as never);

async function newGallery(pictures: Picture[]): Promise<string> {
  const { id } = await newProduct(sql);
  await sql`update public.products set pictures = ${asJson(pictures)} where id = ${id}`;
  return id;
}

async function galleryOf(id: string) {
  const [row] = await sql<{ imageUrl: string | null; pictures: Picture[] }[]>`
    select image_url as "imageUrl", pictures from public.products where id = ${id}`;
  return row;
}

const save = (who: Character, id: string, changes: object, seen: object | null = null) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ saved: { pictures: Picture[] } }[]>`
      select public.update_product(${id}, ${t.json(changes as never)}, null, ${seen && t.json(seen as never)}) as saved`;
    return row?.saved;
  });
const refusal = (transaction: Promise<unknown>) =>
  transaction.then(() => 'accepted').catch(({ code, message }: Refused) => `${code} ${message}`);
const codeOf = (transaction: Promise<unknown>) =>
  transaction.then(() => 'accepted').catch(({ code }: Refused) => code);

describe('the gallery of a product', () => {
  it.each([
    ['nine pictures', many(9)],
    ['the same picture twice', [picture('a'), picture('a', 'again')]],
    ['a picture without an alt text', [{ url: '/a.webp' }]],
    ['a picture with more than address and alt text', [{ ...picture('a'), place: 1 }]],
    ['an address that runs a script', [{ url: 'javascript:alert(1)', alt: '' }]],
    ['an address that no page may show', [{ url: 'http://example.com/a.webp', alt: '' }]],
    ['a path that leads to another site', [{ url: '/\\example.com/a.webp', alt: '' }]],
    ['a path without its scheme', [{ url: '//example.com/a.webp', alt: '' }]],
    ['an address of 2,001 characters', [{ url: `/${'a'.repeat(2000)}`, alt: '' }]],
    ['an alt text of 201 characters', [picture('a', 'x'.repeat(201))]],
    ['an address that is a number', [{ url: 1, alt: '' }]],
    ['something that is no picture', ['/a.webp']],
    ['something that is no list', { url: '/a.webp', alt: '' }],
  ])('is refused with %s', async (_, pictures) => {
    const { id } = await newProduct(sql);
    const changed = sql`update public.products set pictures = ${asJson(pictures)} where id = ${id}`;
    expect(await codeOf(changed)).toBe('23514');
  });

  it('has eight pictures in the order of the owner, and everybody reads them', async () => {
    const id = await newGallery([]);
    const wanted = many(8).reverse();
    await save(admin, id, { pictures: wanted });
    const read = await as(sql, shop, async (t) => {
      const [row] = await t<
        { page: { pictures: Picture[]; product: { imageUrl: string } } }[]
      >`select public.product_page(${id}) as page`;
      return row?.page;
    });
    expect(read?.pictures).toEqual(wanted);
    expect(read?.product.imageUrl).toBe(wanted[0]?.url);
  });

  it('is written by admins only', async () => {
    const id = await newGallery([picture('a')]);
    for (const who of [guest, ada]) {
      expect(await refusal(save(who, id, { pictures: [picture('b')] }))).toMatch(/^(PT403|42501) /);
      const rows = await as(
        sql,
        who,
        (t) => t`update public.products set pictures = '[]' where id = ${id} returning id`,
      ).catch(() => []);
      expect(rows).toEqual([]);
    }
    expect((await galleryOf(id))?.pictures).toEqual([picture('a')]);
  });

  it('keeps the picture of the first of two admins who add one to seven at the same time', async () => {
    const seven = many(7);
    const id = await newGallery(seven);
    const add = (who: Character, name: string) =>
      refusal(save(who, id, { pictures: [...seven, picture(name)] }, { pictures: seven }));
    expect((await Promise.all([add(admin, 'mine'), add(other, 'theirs')])).sort()).toEqual([
      'PT409 changed_meanwhile',
      'accepted',
    ]);
    expect((await galleryOf(id))?.pictures).toHaveLength(8);
  });

  it('leaves a sale in between alone, and is one change however often it is sent', async () => {
    const id = await newGallery([picture('a')]);
    await sql`update public.products set stock = 9 where id = ${id}`;
    const changes = { pictures: [picture('a', 'Front')], stock: 10 };
    const seen = { pictures: [picture('a')], stock: 10 };
    await save(admin, id, changes, seen);
    await save(admin, id, changes, seen);
    const [row] = await sql`select stock, pictures from public.products where id = ${id}`;
    expect(row).toEqual({ stock: 9, pictures: [picture('a', 'Front')] });
  });
});

describe('the one picture that the specification knows', () => {
  it('is the first of the gallery, however it is written', async () => {
    const id = await newGallery([picture('a', 'Front'), picture('b', 'Back')]);
    expect((await galleryOf(id))?.imageUrl).toBe('/pictures/a.webp');
    // A new one takes the place of the first; the others stay.
    await save(admin, id, { image_url: '/pictures/c.webp' });
    expect(await galleryOf(id)).toEqual({
      imageUrl: '/pictures/c.webp',
      pictures: [picture('c'), picture('b', 'Back')],
    });
    // One that the gallery has already comes to the front, with its alt text.
    await save(admin, id, { image_url: '/pictures/b.webp' });
    expect(await galleryOf(id)).toEqual({ imageUrl: '/pictures/b.webp', pictures: [picture('b', 'Back')] });
    // Another order is another first picture.
    await save(admin, id, { pictures: [picture('d'), picture('b', 'Back')] });
    expect((await galleryOf(id))?.imageUrl).toBe('/pictures/d.webp');
  });

  it('is the gallery of a product that is made with it alone', async () => {
    const [row] = await as(
      sql,
      admin,
      (t) =>
        t`select public.create_product(${t.json({ name: 'Tape', category: 'gps', price: 1, image_url: '/a.webp' })}, ${randomUUID()}) as made`,
    );
    expect(row?.made).toMatchObject({ imageUrl: '/a.webp', pictures: [{ url: '/a.webp', alt: '' }] });
  });

  it('is not lost: a product that has pictures keeps at least one', async () => {
    const id = await newGallery([picture('a'), picture('b')]);
    expect(await refusal(save(admin, id, { pictures: [] }))).toBe('PT400 image_required');
    expect(await refusal(save(admin, id, { image_url: null }))).toBe('PT400 image_required');
    expect((await galleryOf(id))?.pictures).toHaveLength(2);
  });
});

describe('files of pictures', () => {
  const stored = async (days: number) => {
    const hash = createHash('sha256').update(randomUUID()).digest('hex');
    const at = new Date(Date.now() - days * 86_400_000);
    const names = ['320', '1200'].map((width) => `${hash}-${width}.webp`);
    for (const name of names)
      await sql`insert into storage.objects (bucket_id, name, created_at, updated_at) values ('products', ${name}, ${at}, ${at})`;
    // A backup of this shop would look for the files, which there are not.
    onTestFinished(async () => {
      await sql`delete from storage.objects where name = any (${names})`;
    });
    return {
      names,
      picture: { url: `https://x.example/storage/v1/object/public/products/${hash}-1200.webp`, alt: '' },
    };
  };
  const unused = (who: Character) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ names: string[] }[]>`select public.unused_pictures() as names`;
      return row?.names ?? [];
    });

  it('that no product has are unused a day after they were sent, those in a gallery never', async () => {
    const [old, young, shown] = [await stored(2), await stored(0.5), await stored(90)];
    await newGallery([picture('a'), shown.picture]);
    const names = await unused(admin);
    expect(names).toEqual(expect.arrayContaining(old.names));
    expect(names.filter((name) => [...young.names, ...shown.names].includes(name))).toEqual([]);
  });

  it('that were taken away are kept for 30 days, in which the change can be put back', async () => {
    const [recent, former] = [await stored(90), await stored(90)];
    const id = await newGallery([recent.picture, picture('a')]);
    await save(admin, id, { pictures: [picture('a')] });
    await sql`insert into public.history (at, actor_role, table_name, row_id, operation, before, after)
      values (now() - interval '31 days', 'authenticated', 'products', ${id}, 'update',
        ${asJson({ pictures: [former.picture] })}, ${asJson({ pictures: [] })})`;
    const names = await unused(admin);
    expect(names).toEqual(expect.arrayContaining(former.names));
    expect(names.filter((name) => recent.names.includes(name))).toEqual([]);
  });

  it('are named to admins only', async () => {
    expect(await refusal(unused(ada))).toBe('PT403 forbidden');
    expect(await refusal(unused(guest))).toMatch(/^42501/);
  });
});

it('a change of the gallery stands in the history as one value and can be put back', async () => {
  const before = [picture('a', 'Front'), picture('b')];
  const after = [picture('b'), picture('c'), picture('a', 'Front')];
  const id = await newGallery(before);
  await save(admin, id, { pictures: after });
  const [entry] = await sql<{ id: string; before: object; after: object }[]>`
    select id, before, after from public.history where row_id = ${id} order by id desc limit 1`;
  expect(entry).toMatchObject({ before: { pictures: before }, after: { pictures: after } });
  expect(Object.keys(entry?.after ?? {})).toEqual(['pictures']);
  await as(sql, admin, (t) => t`select public.undo_product_change(${entry?.id ?? 0})`);
  expect(await galleryOf(id)).toEqual({ imageUrl: '/pictures/a.webp', pictures: before });
});
