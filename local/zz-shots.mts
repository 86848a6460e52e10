import { launchBrowser } from './testing/browser.ts';
const site = process.env.SITE ?? 'http://127.0.0.1:8888';
const browser = await launchBrowser();
const staff = process.argv[2] === 'staff';
for (const [w, h] of [[360, 740], [1440, 900]]) {
  const page = await (await browser.newContext({ viewport: { width: w, height: h } })).newPage();
  if (staff) {
    await page.goto(site + '/login');
    await page.getByLabel('Email').first().fill('owner@instruments-and-current.example');
    await page.getByLabel('Password', { exact: true }).first().fill('owner-of-the-shop');
    await page.getByRole('button', { name: /sign in|log in/i }).last().click();
    await page.waitForURL((u) => !u.pathname.includes('login'));
  }
  for (const path of process.argv.slice(3)) {
    await page.goto(site + path);
    await page.waitForTimeout(2500);
    if (path.includes('stock')) {
      await page.getByLabel('What happened').selectOption('counted');
      for (const word of ['Deye', 'Ritar', 'Terrameter']) {
        await page.getByLabel('Find a product').fill(word);
        await page.waitForTimeout(900);
        await page.getByRole('list', { name: 'Found products' }).getByRole('button').first().click();
        await page.keyboard.type('3');
      }
      await page.waitForTimeout(500);
    }
    await page.screenshot({ path: `/tmp/shots/${path.replaceAll(/\W/g, '_')}-${w}.png`, fullPage: process.env.FULL === '1' });
  }
}
await browser.close();
