import type { TextPage } from '@contract/shop-text-pages.ts';
import { type ComponentType, createContext } from 'react';

type Page = ComponentType<{ page: TextPage }>;

/** The pages whose text an admin writes, as shoppers see them. */
export type TextPages = { home: Page; shipping: Page; other: Page };

export const ShopPages = createContext<Partial<TextPages>>({});
