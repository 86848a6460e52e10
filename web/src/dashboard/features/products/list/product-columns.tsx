import type { AdminProduct } from '@contract/admin.ts';
import { Copy, Trash2, Archive, ArchiveRestore } from 'lucide-react';
import { ProductImage } from '#components/product-picture/product-image.tsx';
import { Link } from 'react-router-dom';
import type { Column } from '#components/tables/data-table.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { categoryName } from '#dashboard/lib/category-names.ts';
import { FigureCell } from './figure-cell.tsx';
import styles from './product-columns.module.css';
import { classNames } from '#components/page/class-names.ts';
import { unbroken } from '#components/page/unbroken.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { useChangeProducts } from '../product-queries.ts';

/** The length of a description in a table. */
const maxCharacters = 50;

/** The first 50 characters of a description, with an ellipsis when there are more. */
export function cutDescription(description: string): string {
  const characters = Array.from(description);
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}…` : description;
}

const action = classNames('inline-row rounded target ink plain-link icons-18', styles.action);

type OnDelete = (product: AdminProduct) => void;

/** The columns of the table of products. @param onDelete null: they are only looked at */
export function productColumns(onDelete: OnDelete | null): Column<AdminProduct>[] {
  return [
    {
      header: 'Picture',
      onPhone: 'picture',
      cell: (product) => (
        <div className={`framed clip rigid ${styles.picture}`}>
          <ProductImage product={product} small />
        </div>
      ),
    },
    {
      header: 'Name',
      sort: 'name',
      onPhone: 'name',
      width: 'rest',
      opens: true,
      cell: (product) => (
        <>
          {onDelete ? (
            <Link to={`/admin/products/${product.id}`} className={`strong ink ${styles.name}`}>
              {unbroken(product.name)}
            </Link>
          ) : (
            <strong className={styles.name}>{unbroken(product.name)}</strong>
          )}
          {product.missing ? (
            <p className={`light ${styles.missing}`}>{`Missing: ${product.missing.join(', ')}`}</p>
          ) : (
            <p className={`quiet ${styles.description}`}>{cutDescription(product.description)}</p>
          )}
        </>
      ),
    },
    {
      header: 'Category',
      from: 'wide',
      cell: ({ category }) => <span className="block pre-wrap">{categoryName(category)}</span>,
    },
    {
      header: 'Price',
      onPhone: 'line',
      sort: 'price',
      align: 'end',
      cell: (product) => <FigureCell product={product} figure="price" isFixed={!onDelete} />,
    },
    {
      header: 'Stock',
      onPhone: 'line',
      sort: 'stock',
      align: 'end',
      cell: (product) => <FigureCell product={product} figure="stock" isFixed={!onDelete} />,
    },
    {
      header: 'Sale',
      from: 'medium',
      cell: ({ isActive }) => (
        <StatusBadge tone={isActive ? 'good' : 'neutral'}>{isActive ? 'Active' : 'Archived'}</StatusBadge>
      ),
    },
    ...(onDelete ? [actionsColumn(onDelete)] : []),
  ];
}

function actionsColumn(onDelete: OnDelete): Column<AdminProduct> {
  return {
    header: 'Actions',
    // They are on the product's own page too.
    from: 'wide',
    cell: (product) => (
      <div className="flex">
        <Link
          to={`/admin/products/new?copy=${product.id}`}
          className={action}
          title={`Duplicate ${product.name}`}
          aria-label={`Duplicate ${product.name}`}
        >
          <Copy aria-hidden="true" />
        </Link>
        <ArchiveButton product={product} className={action} />
        <IconButton
          label={`Delete ${product.name}`}
          className={action}
          icon={<Trash2 aria-hidden="true" />}
          onClick={() => onDelete(product)}
        />
      </div>
    ),
  };
}

type ArchiveButtonProps = { product: AdminProduct; className: string | undefined };

/** Takes a product off sale, or puts it on sale again. */
export function ArchiveButton({ product, className }: ArchiveButtonProps) {
  const change = useChangeProducts();
  const { id, name, isActive } = product;
  const label = isActive ? 'Archive' : 'Restore';
  // Not with the callbacks of `mutate`: by then the product may have left a filtered list, and this button with it.
  const press = async () => {
    try {
      // Without the seen value: clicked twice, or by two people, it is done once.
      await change.mutateAsync({ changes: [{ id, seen: {}, set: { isActive: !isActive } }] });
      showToast(
        isActive
          ? { title: 'Archived', description: `Shoppers no longer see ${name}.` }
          : { title: 'Restored', description: `${name} is on sale again.` },
      );
    } catch (error) {
      showFailure('Error', error);
    }
  };
  return (
    <IconButton
      label={`${label} ${name}`}
      className={className}
      icon={isActive ? <Archive /> : <ArchiveRestore />}
      aria-disabled={change.isPending || undefined}
      onClick={change.isPending ? undefined : press}
    />
  );
}
