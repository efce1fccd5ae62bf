import { describe, expect, it } from 'vitest'
import type { Catalog, Service } from '#lib/catalog/queries.ts'
import { type RequestedIds, selectionOf } from './catalog-selection.ts'

const service = (id: number, categoryId: number): Service => ({
  id,
  categoryId,
  platformId: 0,
  text: `service ${id}`,
  type: 'Default',
  unitPrice: 100_000n,
  min: 1,
  max: 10,
  notice: '',
  isReadOnly: false,
  enableAuto: false,
  refillDays: 0,
  canCancel: false,
  oneOrderPerLink: false,
  revision: 1,
  priceFloor: 0n,
})

const services = [service(100, 10), service(101, 10), service(110, 11), service(200, 20)]
const catalog: Catalog = {
  platforms: [1, 2, 3].map((id) => ({ id, text: `platform ${id}`, backgroundColor: '#000' })),
  categories: [
    { id: 10, platformId: 1, text: 'a' },
    { id: 11, platformId: 1, text: 'b' },
    { id: 20, platformId: 2, text: 'c' },
  ],
  services,
  byId: new Map(services.map((each) => [each.id, each])),
}

const ids = (wanted: RequestedIds, on = catalog) => {
  const { platform, category, service: chosen } = selectionOf(on, wanted)
  return [platform?.id, category?.id, chosen?.id]
}

describe('what an address of the order screen chooses', () => {
  it.each<[RequestedIds, (number | undefined)[]]>([
    [{}, [1, 10, 100]],
    [{ platform: '2' }, [2, 20, 200]],
    [{ category: '11' }, [1, 11, 110]],
    [{ service: '101' }, [1, 10, 101]],
    [{ platform: '1', category: '20', service: '110' }, [1, 11, 110]],
    [{ platform: '2', category: '11' }, [1, 11, 110]],
    [{ platform: '2', service: '' }, [2, 20, 200]],
    [{ platform: 'x' }, [1, 10, 100]],
  ])('%o', (wanted, expected) => expect(ids(wanted)).toEqual(expected))

  it.each<[RequestedIds, (number | undefined)[], string]>([
    [{ service: '999' }, [1, undefined, undefined], 'SERVICE'],
    [{ platform: '2', service: '999' }, [2, undefined, undefined], 'SERVICE'],
    [{ category: '20', service: '999' }, [2, undefined, undefined], 'SERVICE'],
    [{ service: '1e2' }, [1, undefined, undefined], 'SERVICE'],
    [{ service: ['101', '200'] }, [1, undefined, undefined], 'SERVICE'],
    [{ platform: '2', category: '-1' }, [2, undefined, undefined], 'CATEGORY'],
  ])('is no product and no category in place of one that isn’t there: %o', (wanted, expected, gone) => {
    expect(ids(wanted)).toEqual(expected)
    expect(selectionOf(catalog, wanted)).toMatchObject({ gone, services: [] })
    expect(selectionOf(catalog, wanted).categories.length).toBeGreaterThan(0)
  })

  it('is a platform alone where nothing stands on it, and nothing at all in an empty catalogue', () => {
    expect(ids({ platform: '3' })).toEqual([3, undefined, undefined])
    const empty: Catalog = { platforms: [], categories: [], services: [], byId: new Map() }
    expect(ids({}, empty)).toEqual([undefined, undefined, undefined])
  })

  it('lists what stands beside it, and nothing of other categories', () => {
    const { categories, services: listed } = selectionOf(catalog, { service: '101' })
    expect(categories.map(({ id }) => id)).toEqual([10, 11])
    expect(listed.map(({ id }) => id)).toEqual([100, 101])
  })

  describe('a category without a service that can be ordered', () => {
    const withdrawn = { id: 9, platformId: 1, text: 'all withdrawn' }
    const readOnly = { id: 12, platformId: 2, text: 'all read-only' }
    const lonely = { id: 30, platformId: 3, text: 'the only one of its platform' }
    const closed = [service(120, 12), service(300, 30)].map((each) => ({ ...each, isReadOnly: true }))
    const partly: Catalog = {
      ...catalog,
      platforms: [3, 1, 2].map((id) => ({ id, text: `platform ${id}`, backgroundColor: '#000' })),
      categories: [lonely, withdrawn, ...catalog.categories, readOnly],
      services: [...services, ...closed],
    }

    it('is no chip, and neither a platform nor the screen opens on it', () => {
      expect(selectionOf(partly, { platform: '1' }).categories.map(({ id }) => id)).toEqual([10, 11])
      expect(selectionOf(partly, { platform: '2' }).categories.map(({ id }) => id)).toEqual([20])
      expect(ids({}, partly)).toEqual([1, 10, 100])
    })

    it('is not opened by its address either: its platform opens on one that has some', () => {
      expect(ids({ category: '9' }, partly)).toEqual([1, 10, 100])
      expect(ids({ category: '12' }, partly)).toEqual([2, 20, 200])
      expect(ids({ category: '30' }, partly)).toEqual([3, undefined, undefined])
    })

    it('is shown to who follows a link to one of its services', () => {
      expect(ids({ service: '120' }, partly)).toEqual([2, 12, 120])
      expect(selectionOf(partly, { service: '120' }).categories.map(({ id }) => id)).toEqual([20, 12])
    })
  })
})
