import { CircleAlert } from 'lucide'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { resolveSelection } from '#components/catalog/catalog-selection.ts'
import { CategoryChips } from '#components/catalog/category-chips.tsx'
import { iconColourOn } from '#components/catalog/icon-colour.ts'
import { PlatformTiles } from '#components/catalog/platform-tiles.tsx'
import { toProduct } from '#components/catalog/product.ts'
import { NoticeBox } from '#components/content/notice-box.tsx'
import { findQuickChoices } from '#components/favorites/find-quick-choices.ts'
import { QuickChoices } from '#components/favorites/quick-choices.tsx'
import { OrderScreen } from '#components/orders/order-screen.tsx'
import { OrderScreenNotice } from '#components/orders/order-screen-notice.tsx'
import { OrderingStatusBanner } from '#components/orders/ordering-status-banner.tsx'
import { UnlistedChoiceNotice } from '#components/orders/unlisted-choice-notice.tsx'
import { LoginPrompt } from '#components/sessions/login-prompt.tsx'
import { safeReturnPath } from '#components/sessions/safe-return-path.ts'
import { detectDeviceKind } from '#lib/catalog/rules.ts'
import { notices } from '#lib/content/queries.ts'
import { db } from '#lib/core/db.ts'
import { readFavoriteIds, readRecentServiceIds } from '#lib/favorites/queries.ts'
import { pricedCatalog, withPriceTerms } from '#lib/prices/queries.ts'
import { loginDialogTexts, restrictedSessionText } from '#lib/sessions/labels.ts'
import { settings } from '#lib/settings/queries.ts'
import { snsLoginOptions } from '#lib/sns/queries.ts'
import { isViewerRestricted, viewer } from '#lib/web/page-access.ts'
import { readPageBalance } from '#lib/web/page-reads.ts'

export const metadata: Metadata = { title: '주문하기' }

export default async function OrderPage({ searchParams }: PageProps<'/order'>) {
  const [{ recent, ...who }, isRestricted, { catalog: listed, termsOf }, site, announcements, query, requestHeaders] =
    await Promise.all([
      orderViewer(),
      isViewerRestricted(),
      pricedCatalog(db()),
      settings(db()),
      notices(),
      searchParams,
      headers(),
    ])
  // `next` is the path to go to after a login. A viewer who is already signed in, for example in another tab, goes
  // there at once.
  if (who.kind === 'member' && query.next) redirect(safeReturnPath(query.next))
  const { platform, category, categories, services, gone } = resolveSelection(listed, query)
  const { ENABLE_SERVICE_CHECK: isOrderingPaused, ENABLE_VISIBLE_SERVICE_ID: showId } = site
  const display = { showId, device: detectDeviceKind(requestHeaders.get('user-agent') ?? ''), isOrderingPaused }
  const priceTerms = termsOf(who.kind === 'member' ? who.memberId : null)
  const quickChoices = (ids: readonly number[] = []) =>
    findQuickChoices(ids, listed, (service) => toProduct(withPriceTerms(service, priceTerms), display))
  // The tiles and the order screen share this array, so that React sends it to the browser only once.
  const tiles = listed.platforms.map((each) => ({ ...each, iconColour: iconColourOn(each.backgroundColor) }))
  return (
    <>
      <h1 className="sr-only">주문하기</h1>
      <OrderingStatusBanner isOrderingPaused={isOrderingPaused} now={Date.now()} />
      {/* The key empties the form when the page is refreshed for somebody else, who may not see what was typed in it. */}
      <OrderScreen
        key={who.kind === 'member' ? who.memberId : 0}
        products={services.map((service) => toProduct(withPriceTerms(service, priceTerms), display))}
        context={{ platforms: tiles, platform, categories, category }}
        viewer={who}
        head={
          <>
            {isRestricted && <OrderScreenNotice icon={CircleAlert} text={restrictedSessionText} />}
            {gone && <UnlistedChoiceNotice what={gone} />}
            <NoticeBox notices={announcements} />
            <QuickChoices favorites={quickChoices(who.favorites)} recent={quickChoices(recent)} />
            <PlatformTiles platforms={tiles} chosen={platform?.id} />
          </>
        }
        categories={<CategoryChips platform={platform} categories={categories} chosen={category} />}
      />
      {who.kind === 'visitor' && (
        <LoginPrompt
          snsLogins={snsLoginOptions(site)}
          text={isRestricted ? restrictedSessionText : loginDialogTexts.back}
        />
      )}
    </>
  )
}

async function orderViewer() {
  const who = await viewer()
  if (who.kind !== 'member') return { ...who, recent: [] }
  const { memberId } = who.caller
  const [balance, favorites, recent] = await Promise.all([
    readPageBalance(memberId),
    readFavoriteIds(db(), memberId),
    readRecentServiceIds(db(), memberId),
  ])
  return { kind: who.kind, memberId, balance, favorites, recent }
}
