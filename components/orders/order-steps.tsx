import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { noServiceChosenTexts, noServiceDescriptionText } from '#lib/orders/labels.ts'
import type { Product } from '../catalog/product.ts'
import { ProductList } from '../catalog/product-list.tsx'
import { ServiceSearch } from '../catalog/service-search.tsx'
import type { FavoriteStarProps } from '../favorites/favorite-star.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { AutoOrderFields } from './auto-order-fields.tsx'
import { MeasuredDelivery } from './measured-delivery.tsx'
import { type DraftFieldsProps, type LinkHelpProps, type OrderDetailsProps, OrderFields } from './order-fields.tsx'
import { UnlistedChoiceNotice } from './unlisted-choice-notice.tsx'

// The star is loaded only for members, because nobody else has favorites. If loading fails, only the star is missing.
const FavoriteStar = lazy<ComponentType<FavoriteStarProps>>(() =>
  import('../favorites/favorite-star.tsx').then(
    (loaded) => ({ default: loaded.FavoriteStar }),
    () => ({ default: () => <></> }),
  ),
)

interface OrderStepsProps {
  readonly products: readonly Product[]
  /** Ids of the viewer's favorite services; undefined if he isn't a member. */
  readonly favorites: readonly number[] | undefined
  /** The category chips of step 1. */
  readonly categories: ReactNode
  readonly isCategoryChosen: boolean
  readonly fields: DraftFieldsProps
  /** Props of the link field that concern pasted links and switching to another platform or category. */
  readonly linkHelp: LinkHelpProps
  readonly details: OrderDetailsProps | undefined
  readonly onChoose: (id: number) => void
  /** Called in place of `onChoose` for a product that was found by the search. */
  readonly onFound: (id: number) => void
}

/**
 * The five steps of docs/product.md#order-screen, one below the other; dimmed while another product list is loading.
 */
export function OrderSteps({
  products,
  favorites,
  categories,
  isCategoryChosen,
  fields,
  linkHelp,
  details,
  onChoose,
  onFound,
}: OrderStepsProps) {
  const { product } = fields
  return (
    <Card className="grid grid-cols-1 gap-4 transition-opacity delay-300 duration-150 group-has-data-pending/screen:opacity-60">
      <CardTitle step={1}>서비스</CardTitle>
      {categories}
      <CardTitle step={2} aside={products.length > 0 && <span className="text-s text-ink-3">{products.length}개</span>}>
        상품
      </CardTitle>
      <ServiceSearch favorites={favorites} onChoose={onFound} onPaste={linkHelp.onPaste} />
      {!product && products.length > 0 && <UnlistedChoiceNotice what="SERVICE" />}
      {products.length > 0 ? (
        <ProductList
          key={products[0]?.id}
          products={products}
          favorites={favorites}
          chosen={product?.id}
          onChoose={onChoose}
        />
      ) : (
        <p className="text-ink-3">{isCategoryChosen ? noServiceChosenTexts.emptyList : noServiceChosenTexts.list}</p>
      )}
      <CardTitle
        step={3}
        aside={
          product &&
          favorites && (
            <Suspense>
              <FavoriteStar key={product.id} serviceId={product.id} initial={favorites.includes(product.id)} />
            </Suspense>
          )
        }
      >
        상품 설명
      </CardTitle>
      <p className="rounded-tile bg-sunken px-4 py-3.5 whitespace-pre-line text-ink-2">
        {product ? product.notice.trim() || noServiceDescriptionText : noServiceChosenTexts.notice}
      </p>
      {product && <MeasuredDelivery serviceId={product.id} />}
      <OrderFields {...fields} linkHelp={linkHelp} details={details} />
      {/* If staff end auto orders of the product meanwhile, the switch stays until it is turned off. */}
      {product && (product.enableAuto || fields.draft.auto) && <AutoOrderFields {...fields} product={product} />}
    </Card>
  )
}
