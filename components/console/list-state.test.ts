import { describe, expect, it } from 'vitest'
import { type ListUrl, listHref, nextSort, parseListState, sortDirectionOf } from './list-state.ts'

const charges: ListUrl = { path: '/admin/charges', statuses: [0, 1, 2], defaultStatus: 0 }

describe('a list and its URL', () => {
  it('shows the default status when the URL names none', () => {
    expect(parseListState({}, charges)).toEqual({ status: 0, q: '', cursor: undefined, chosen: undefined })
  })

  it('ignores invalid parameters', () => {
    const odd = { status: '9', cursor: '-1', id: '1e9', q: ['  홍길\u0000동 ', 'x'] }
    expect(parseListState(odd, charges)).toEqual({ status: 0, q: '홍길동', cursor: undefined, chosen: undefined })
  })

  it('is read back from its own URL', () => {
    for (const state of [
      { status: 0, q: '', cursor: undefined, chosen: undefined },
      { status: undefined, q: '김 & 이', cursor: 51, chosen: 7 },
      { status: 2, q: '10,000원', cursor: undefined, chosen: 1 },
    ]) {
      const query = new URL(listHref(charges, state), 'http://shop').searchParams
      expect(parseListState(Object.fromEntries(query), charges)).toEqual(state)
    }
  })

  it('keeps a second filter, named statuses and all', () => {
    const outbox: ListUrl<'PENDING' | 'SENT'> = {
      path: '/admin/outbox',
      statuses: ['PENDING', 'SENT'],
      defaultStatus: undefined,
      filter: { name: 'channel', values: ['EMAIL', 'SMS'] },
    }
    const href = listHref(outbox, { status: 'SENT', filter: 'SMS', q: '010' })
    expect(href).toBe('/admin/outbox?status=SENT&channel=SMS&q=010')
    expect(parseListState({ status: 'SENT', channel: 'SMS', q: '010' }, outbox)).toMatchObject({
      status: 'SENT',
      filter: 'SMS',
    })
    expect(parseListState({ status: 'LOST', channel: 'FAX' }, outbox)).toMatchObject({
      status: undefined,
      filter: undefined,
    })
  })

  it('keeps further filters that are numbers, and leaves out values that are not', () => {
    const services: ListUrl = { ...charges, path: '/admin/services', numbers: ['platform', 'provider'] }
    const href = listHref(services, { status: 0, numbers: { platform: 3, provider: 0 }, q: 'a' })
    expect(href).toBe('/admin/services?platform=3&provider=0&q=a')
    const state = parseListState({ platform: '3', provider: '0', category: '7', q: 'a' }, services)
    expect(state).toMatchObject({ numbers: { platform: 3, provider: 0 }, q: 'a' })
    expect(parseListState({ platform: '-1', provider: 'x' }, services).numbers).toEqual({})
  })

  const orders: ListUrl = {
    path: '/admin/orders',
    statuses: [0, 1],
    defaultStatus: undefined,
    days: true,
    sorts: [
      { key: 'createdAt', labels: ['최신순', '오래된 순'], isDefault: true },
      { key: 'point', labels: ['금액 큰 순', '금액 작은 순'] },
    ],
  }

  it('keeps days and sort, and leaves out days that are invalid or end before they begin', () => {
    const href = listHref(orders, { from: '2026-11-01', to: '2026-11-30', sort: '-point', q: 'a' })
    expect(href).toBe('/admin/orders?from=2026-11-01&to=2026-11-30&sort=-point&q=a')
    const query = Object.fromEntries(new URL(href, 'http://shop').searchParams)
    expect(parseListState(query, orders)).toMatchObject({
      from: '2026-11-01',
      to: '2026-11-30',
      sort: '-point',
      q: 'a',
    })
    expect(parseListState(query, charges)).not.toHaveProperty('from')
    const odd = [
      { from: '2026-02-30' },
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '0000-01-01', to: 'x' },
      { sort: 'price' },
    ]
    for (const each of odd)
      expect(parseListState(each, orders)).toEqual({ status: undefined, q: '', filter: undefined, sort: undefined })
  })

  it('reverses the sort of a column, then returns to the default sort', () => {
    const [time, point] = orders.sorts ?? []
    if (!time || !point) throw new Error('two columns are declared above')
    const walk = [undefined, '-point', 'point'].map((sort) => [sortDirectionOf(point, sort), nextSort(point, sort)])
    expect(walk).toEqual([
      [undefined, '-point'],
      ['descending', 'point'],
      ['ascending', undefined],
    ])
    expect(
      [undefined, 'createdAt', '-point'].map((sort) => [sortDirectionOf(time, sort), nextSort(time, sort)]),
    ).toEqual([
      ['descending', 'createdAt'],
      ['ascending', undefined],
      [undefined, '-createdAt'],
    ])
    expect(parseListState({ sort: '-createdAt' }, orders).sort).toBeUndefined()
  })

  it('has one URL for each state', () => {
    expect(listHref(charges, { status: 0, q: '' })).toBe('/admin/charges')
    expect(listHref(charges, { status: undefined })).toBe('/admin/charges?status=all')
  })
})
