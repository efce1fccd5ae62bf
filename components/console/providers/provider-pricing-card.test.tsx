import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { HeldListReason } from '#lib/providers/queries/pricing.ts'
import type { ProviderRow } from '#lib/providers/schema.ts'
import { ProviderPricingCard } from './provider-pricing-card.tsx'

const pricing = { exchangeRate: null, margin: 20, autoSync: false, syncedAt: null }
const provider = { id: 3, currency: 'KRW' } as ProviderRow

const shown = (heldList: HeldListReason | null) =>
  renderToStaticMarkup(<ProviderPricingCard {...{ provider, pricing, heldList }} mayAct={false} />)

test('a list that waits for staff is named above the price rules, with why, and leads to its task', () => {
  expect(shown(null)).not.toContain('자동 동기화를 껐어요')
  const changed = shown({ former: 'USD', currency: 'KRW', isUnread: false })
  expect(changed).toContain('공급사 통화가 바뀌어(USD → KRW) 자동 동기화를 껐어요.')
  expect(changed).toContain('href="/admin/tasks?kind=SERVICE_LIST&amp;q=3"')
  const others = { former: null, currency: null }
  expect(shown({ ...others, isUnread: false })).toContain(
    '이전 가격의 5분의 1보다 싸져서 목록을 자동으로 적용하지 않았어요.',
  )
  expect(shown({ ...others, isUnread: true })).toContain('하루 넘게 상품 목록을 읽지 못해서')
})
