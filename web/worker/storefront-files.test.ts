import { expect, test } from 'vitest';
import { type BuiltFile, storefrontFiles } from './storefront-files.ts';

function chunk(fileName: string, parts: Partial<BuiltFile> = {}): BuiltFile {
  return {
    type: 'chunk',
    fileName,
    isEntry: false,
    moduleIds: [],
    imports: [],
    dynamicImports: [],
    ...parts,
  };
}

test('a shopper’s device caches what the app loads, at first or later, and nothing that only the dashboard loads', () => {
  const files = storefrontFiles([
    chunk('main.js', {
      isEntry: true,
      imports: ['libraries.js'],
      dynamicImports: ['product.js', 'admin.js'],
      viteMetadata: { importedCss: ['base.css'], importedAssets: ['heading.woff2'] },
    }),
    chunk('libraries.js'),
    chunk('product.js', {
      moduleIds: ['/shop/web/src/storefront/pages/product/product-page.tsx'],
      // They import each other.
      dynamicImports: ['main.js', 'zoom.js'],
      viteMetadata: { importedCss: ['product.css'], importedAssets: [] },
    }),
    chunk('zoom.js'),
    chunk('admin.js', {
      moduleIds: ['/shop/web/src/components/tabs.tsx', '/shop/web/src/dashboard/pages/admin-page.tsx'],
      imports: ['libraries.js', 'supabase.js'],
      viteMetadata: { importedCss: ['admin.css'], importedAssets: [] },
    }),
    chunk('supabase.js'),
  ]);
  expect(files).toEqual([
    'base.css',
    'heading.woff2',
    'libraries.js',
    'main.js',
    'product.css',
    'product.js',
    'zoom.js',
  ]);
});
