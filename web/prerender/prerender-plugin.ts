import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { ShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import type { Product } from '../../supabase/functions/_shared/contract/products.ts';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { functionsAccess, mayBeEmpty, originOf } from '../build-settings.ts';
import { appShell, publicAddresses } from '../site-addresses.ts';
import { startAfterPaint } from '../start-after-paint.ts';
import { sharePicturePath } from '../src/components/product-picture/share-picture-path.ts';
import {
  describeShop,
  fileOf,
  fillTemplate,
  hiddenFromSearch,
  withQueries,
  type RenderedPage,
} from './prerendered-page.ts';
import { laterCategoryPages } from './later-category-pages.ts';
import { publicPages } from './public-pages.ts';
import { robotsFile, sitemap } from './search-engine-files.ts';
import { sharePicturesOf } from './share-pictures.ts';
import { shopData } from './shop-data.ts';
import { allProducts, apiOf, type FetchApi, shopDetailsOf, withApi } from './shop-api.ts';

type Renderer = {
  shopQuery(shop: ShopDetails): object;
  renderPage(path: string, shop: ShopDetails): Promise<RenderedPage>;
};

/** The number of pages rendered at a time: while one waits for the API, another is rendered. */
const concurrency = 8;

/**
 * After a build, writes the public pages and the frames of visitors' own pages as HTML beside the app, so that
 * nothing above the fold waits for a script.
 */
export function prerenderPages(): Plugin {
  let config: ResolvedConfig;
  let bundle: Rolldown.OutputBundle | undefined;
  let products: Product[] = [];
  let shop: ShopDetails;
  let fetchApi: FetchApi;
  const origin = originOf(process.env);
  return {
    name: 'prerender-pages',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved: (resolved) => {
      config = resolved;
    },
    // First, because a site is not built without its products, unless the shop is new.
    buildStart: async () => {
      fetchApi = apiOf(functionsAccess(process.env), origin);
      products = await allProducts(fetchApi, mayBeEmpty(process.env));
      shop = await shopDetailsOf(fetchApi);
    },
    async generateBundle() {
      const sprite = readFileSync(join(config.publicDir, 'drawings.svg'), 'utf8');
      const pictures = await sharePicturesOf(sprite, join(config.cacheDir, '../share-pictures'));
      for (const [drawing, picture] of pictures)
        this.emitFile({ type: 'asset', fileName: sharePicturePath(drawing).slice(1), source: picture });
      const source = sitemap(origin, publicAddresses, products);
      this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source });
      this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robotsFile(origin) });
    },
    writeBundle: {
      order: 'post',
      handler(_options, output) {
        bundle = output;
      },
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // Also called after a failed build, whose error must not be hidden by another.
        const written = bundle;
        if (!written) return;
        const outDir = resolve(config.root, config.build.outDir);
        const template = readFileSync(join(outDir, 'index.html'), 'utf8');
        const templates = new Map<string, string>();
        const templateOf = (module: string) => {
          const known = templates.get(module);
          if (known) return known;
          const linked = linkPage(template, filesOf(written, config.root, module));
          templates.set(module, linked);
          return linked;
        };
        await withRenderer(config, ({ renderPage, shopQuery }) =>
          withApi(fetchApi, async () => {
            const empty = withQueries(template, [shopQuery(shop)]);
            writeFileSync(join(outDir, appShell), hiddenFromSearch(empty));
            const queue = publicPages(products, await laterCategoryPages(fetchApi, products));
            const work = async () => {
              for (let page = queue.shift(); page; page = queue.shift()) {
                const file = join(outDir, fileOf(page.path));
                mkdirSync(dirname(file), { recursive: true });
                const rendered = await renderPage(page.path, shop);
                const html = fillTemplate(startAfterPaint(templateOf(page.module)), page, rendered);
                writeFileSync(file, page.path === '/' ? describeShop(html, shopData(origin, shop)) : html);
              }
            };
            await Promise.all(Array.from({ length: concurrency }, work));
          }),
        );
      },
    },
  };
}

/** Builds the app for Node from the same sources, and removes that build afterwards. */
async function withRenderer(
  config: ResolvedConfig,
  use: (renderer: Renderer) => Promise<void>,
): Promise<void> {
  const parentFolder = join(config.cacheDir, '..');
  mkdirSync(parentFolder, { recursive: true });
  // Inside the project, so that it finds the packages it imports.
  const folder = mkdtempSync(join(parentFolder, 'prerender-'));
  try {
    await build({
      root: config.root,
      configFile: config.configFile ?? false,
      logLevel: 'error',
      build: {
        ssr: fileURLToPath(new URL('render-page.tsx', import.meta.url)),
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
        rollupOptions: { output: { entryFileNames: 'render-page.mjs' } },
      },
    });
    await use((await import(pathToFileURL(join(folder, 'render-page.mjs')).href)) as Renderer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type PageFiles = { scripts: string[]; styles: string[] };

/** The scripts and styles that are loaded lazily for a page. */
function filesOf(bundle: Rolldown.OutputBundle, root: string, module: string): PageFiles {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const collect = (chunk: Rolldown.OutputChunk) => {
    if (scripts.has(chunk.fileName)) return;
    scripts.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name);
      if (imported) collect(imported);
    }
  };
  const own = chunks.find(
    ({ facadeModuleId }) => facadeModuleId !== null && relative(root, facadeModuleId) === module,
  );
  if (!own) throw new Error(`No file of the build begins with ${module}.`);
  collect(own);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Links the page's files in the head, except those the template already links. */
function linkPage(template: string, { scripts, styles }: PageFiles): string {
  const isNew = (file: string) => !template.includes(`/${file}"`);
  const links = [
    ...scripts.filter(isNew).map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`),
    ...styles.filter(isNew).map((file) => `    <link rel="stylesheet" crossorigin href="/${file}">\n`),
  ];
  return template.replace('</head>', () => `${links.join('')}  </head>`);
}
