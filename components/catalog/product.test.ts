import { expect, it } from 'vitest'
import type { Service } from '#lib/catalog/queries.ts'
import { toProduct } from './product.ts'

const service: Service = {
  id: 12,
  categoryId: 1,
  platformId: 1,
  text: '🇰🇷 followers',
  type: 'Default',
  unitPrice: 9_800_000n,
  min: 10,
  max: 100,
  notice: 'read me',
  isReadOnly: false,
  enableAuto: true,
  refillDays: 0,
  canCancel: false,
  oneOrderPerLink: false,
  revision: 3,
  priceFloor: 0n,
}
const shown = { showId: false, device: 'mobile', isOrderingPaused: false } as const

it('contains only the fields that the browser needs', () => {
  expect(toProduct(service, shown)).toEqual({
    id: 12,
    name: 'followers',
    notice: 'read me',
    unitPrice: 9_800_000n,
    min: 10,
    max: 100,
    orderable: true,
    enableAuto: true,
  })
  expect(toProduct(service, { ...shown, showId: true, device: 'desktop' }).name).toBe('[12] 💑 followers')
})

it('can be ordered unless it is read-only or the shop is in service check', () => {
  expect(toProduct({ ...service, isReadOnly: true }, shown).orderable).toBe(false)
  expect(toProduct(service, { ...shown, isOrderingPaused: true }).orderable).toBe(false)
})
