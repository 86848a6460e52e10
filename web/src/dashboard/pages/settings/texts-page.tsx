import { textPageOf, textPages } from '@contract/shop-text-pages.ts';
import { Link, useSearchParams } from 'react-router-dom';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { ShopDetailsHistory } from '#dashboard/features/history/shop-details-history.tsx';
import { TextForm } from '#dashboard/features/settings/text-form.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';

/** `/admin/settings/texts?page=…`: the text of a page, and who changed it. */
export function TextsPage() {
  const [parameters] = useSearchParams();
  const page = textPages.find((one) => one === parameters.get('page')) ?? 'home';
  return (
    <div className="stack gap-5">
      <h2>Texts</h2>
      <nav aria-label="Pages with texts">
        <ul className="flex gap-4 gap-y-0 wrap">
          {textPages.map((one) => (
            <li key={one}>
              <Link
                to={`/admin/settings/texts?page=${one}`}
                className="inline-row target"
                aria-current={one === page ? 'page' : undefined}
              >
                {textPageOf[one].title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Loaded key={page} query={useSql('shop_text', { p_page: page })} what="the text" lines={8}>
        {(text) => (text === null ? null : <TextForm key={page} page={page} text={text} />)}
      </Loaded>
      <ShopDetailsHistory />
    </div>
  );
}
