import { describe, expect, it } from 'vitest'
import type { Catalog, Service } from '#lib/catalog/queries.ts'
import { type RequestedIds, resolveSelection } from './catalog-selection.ts'

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

const idsFor = (wanted: RequestedIds, shopCatalog = catalog) => {
  const { platform, category, service: chosen } = resolveSelection(shopCatalog, wanted)
  return [platform?.id, category?.id, chosen?.id]
}

describe('what a URL of the order screen selects', () => {
  it.each<[RequestedIds, (number | undefined)[]]>([
    [{}, [1, 10, 100]],
    [{ platform: '2' }, [2, 20, 200]],
    [{ category: '11' }, [1, 11, 110]],
    [{ service: '101' }, [1, 10, 101]],
    [{ platform: '1', category: '20', service: '110' }, [1, 11, 110]],
    [{ platform: '2', category: '11' }, [1, 11, 110]],
    [{ platform: '2', service: '' }, [2, 20, 200]],
    [{ platform: 'x' }, [1, 10, 100]],
  ])('%o', (wanted, expected) => expect(idsFor(wanted)).toEqual(expected))

  it.each<[RequestedIds, (number | undefined)[], string]>([
    [{ service: '999' }, [1, undefined, undefined], 'SERVICE'],
    [{ platform: '2', service: '999' }, [2, undefined, undefined], 'SERVICE'],
    [{ category: '20', service: '999' }, [2, undefined, undefined], 'SERVICE'],
    [{ service: '1e2' }, [1, undefined, undefined], 'SERVICE'],
    [{ service: ['101', '200'] }, [1, undefined, undefined], 'SERVICE'],
    [{ platform: '2', category: '-1' }, [2, undefined, undefined], 'CATEGORY'],
  ])('selects no other product or category instead of an unlisted one: %o', (wanted, expected, gone) => {
    expect(idsFor(wanted)).toEqual(expected)
    expect(resolveSelection(catalog, wanted)).toMatchObject({ gone, services: [] })
    expect(resolveSelection(catalog, wanted).categories.length).toBeGreaterThan(0)
  })

  it('selects only a platform if it has no categories, and nothing in an empty catalogue', () => {
    expect(idsFor({ platform: '3' })).toEqual([3, undefined, undefined])
    const empty: Catalog = { platforms: [], categories: [], services: [], byId: new Map() }
    expect(idsFor({}, empty)).toEqual([undefined, undefined, undefined])
  })

  it('lists the categories of the platform and the services of the category, and no others', () => {
    const { categories, services: listed } = resolveSelection(catalog, { service: '101' })
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

    it('isn’t listed, and is selected neither for its platform nor when the screen opens', () => {
      expect(resolveSelection(partly, { platform: '1' }).categories.map(({ id }) => id)).toEqual([10, 11])
      expect(resolveSelection(partly, { platform: '2' }).categories.map(({ id }) => id)).toEqual([20])
      expect(idsFor({}, partly)).toEqual([1, 10, 100])
    })

    it('isn’t selected by its URL either: another category of its platform is, if there is one', () => {
      expect(idsFor({ category: '9' }, partly)).toEqual([1, 10, 100])
      expect(idsFor({ category: '12' }, partly)).toEqual([2, 20, 200])
      expect(idsFor({ category: '30' }, partly)).toEqual([3, undefined, undefined])
    })

    it('is shown if the URL names one of its services', () => {
      expect(idsFor({ service: '120' }, partly)).toEqual([2, 12, 120])
      expect(resolveSelection(partly, { service: '120' }).categories.map(({ id }) => id)).toEqual([20, 12])
    })
  })
})
