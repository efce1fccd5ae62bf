import { expect, it } from 'vitest'
import { changesOf, numberOf, readDraft, wireOf } from './service-draft.ts'

function formOf(fields: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

const written = {
  text: ' 팔로워 ',
  categoryId: '3',
  point: '1,234.5',
  min: '10',
  max: '1,000',
  notice: '안내',
  cost: '',
}
const draft = readDraft(formOf({ ...written, isReadOnly: 'on', providerId: '', providerServiceId: '77' }))

it('reads a form, with commas and without what has no provider', () => {
  expect(draft).toEqual({
    text: '팔로워',
    categoryId: 3,
    point: 1234.5,
    min: 10,
    max: 1000,
    notice: '안내',
    isReadOnly: true,
    enableAuto: false,
    providerId: null,
    providerServiceId: null,
    cost: null,
  })
})

it('takes nothing and words for no number', () => {
  expect([numberOf(''), numberOf('열')]).toEqual([Number.NaN, Number.NaN])
  expect(readDraft(formOf({ ...written, categoryId: '' })).categoryId).toBe(0)
})

it('takes a provider and a cost away by what the wire reads as none', () => {
  expect(wireOf(draft)).toMatchObject({ providerId: 0, providerServiceId: '', cost: 0, point: 1234.5 })
})

it('sends only what was changed, with what stood there', () => {
  const before = { ...draft, point: 1, cost: 5 }
  expect(changesOf(before, draft)).toEqual({ point: 1234.5, cost: 0, seen: { point: 1, cost: 5 } })
  expect(changesOf(draft, draft)).toEqual({ seen: {} })
})
