import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DisplayOptions } from '#lib/catalog/rules.ts'
import type { ServiceChangeNotice } from '#lib/change-notices/queries.ts'
import { ServiceChangeList } from './service-change-list.tsx'

const notice: ServiceChangeNotice = {
  day: '2026-11-28',
  serviceId: 12,
  text: '🇰🇷 인스타그램 팔로워',
  platformId: 1,
  platform: '인스타그램',
  category: '팔로워',
  kind: 'ENDED',
  priceBefore: null,
  priceAfter: 9_800_000n,
  onSale: false,
}

const listFor = (display: DisplayOptions) =>
  renderToStaticMarkup(<ServiceChangeList rows={[notice]} display={display} />)

test('names of changed services are shown as on the order screen', () => {
  expect(listFor({ showId: false, device: 'desktop' })).toContain('>💑 인스타그램 팔로워<')
  expect(listFor({ showId: false, device: 'mobile' })).toContain('>인스타그램 팔로워<')
  expect(listFor({ showId: true, device: 'mobile' })).toContain('>[12] 인스타그램 팔로워<')
})
