import { expect, it } from 'vitest'
import {
  buildChangeBody,
  buildNewRowBody,
  type DraftValues,
  parseNumber,
  readFieldValues,
  toDraftValue,
  withFieldChange,
} from '../editable-list/draft.ts'
import { serviceForm } from './service-form.tsx'

const { fields } = serviceForm({ categories: [], providers: [] })

const written: DraftValues = {
  text: ' 팔로워 ',
  categoryId: '3',
  point: '1,234.5',
  min: '10',
  max: '1,000',
  notice: '안내',
  cost: '',
  isReadOnly: true,
  enableAuto: false,
  refillDays: '30',
  canCancel: true,
  oneOrderPerLink: false,
  type: 'Poll',
  providerId: '',
  providerServiceId: '77',
}
const values = readFieldValues(fields, written)

it('reads a form, with commas and without what has no provider', () => {
  expect(values).toEqual({
    text: '팔로워',
    categoryId: 3,
    point: 1234.5,
    min: 10,
    max: 1000,
    notice: '안내',
    isReadOnly: true,
    enableAuto: false,
    refillDays: 30,
    canCancel: true,
    oneOrderPerLink: false,
    type: 'Poll',
    providerId: null,
    providerServiceId: null,
    cost: null,
  })
})

it('reads an empty field and words as no number', () => {
  expect([parseNumber(''), parseNumber('열')]).toEqual([Number.NaN, Number.NaN])
  expect(readFieldValues(fields, { ...written, categoryId: '' }).categoryId).toBe(0)
})

it('removes a provider and a cost by the values that the API reads as none', () => {
  expect(buildNewRowBody(fields, values)).toMatchObject({
    providerId: 0,
    providerServiceId: '',
    cost: 0,
    point: 1234.5,
  })
})

it('sends only the changed fields, with their stored values', () => {
  const before = { ...values, point: 1, cost: 5 }
  const changes = withFieldChange(withFieldChange({}, 'point', '1,234.5', 1), 'cost', '', 5)
  expect(buildChangeBody(fields, values, changes, before)).toEqual({
    point: 1234.5,
    cost: 0,
    seen: { point: 1, cost: 5 },
  })
  expect(buildChangeBody(fields, values, {}, values)).toEqual({ seen: {} })
})

it('removes the provider’s service number together with the provider', () => {
  const before = { ...values, providerId: 4, providerServiceId: '77' }
  expect(buildChangeBody(fields, values, withFieldChange({}, 'providerId', '', 4), before)).toEqual({
    providerId: 0,
    providerServiceId: '',
    seen: { providerId: 4, providerServiceId: '77' },
  })
  expect(toDraftValue(before.providerId)).toBe('4')
})

it('without a category says what to add first', () => {
  const hintOf = (categories: { value: number; label: string }[]) =>
    serviceForm({ categories, providers: [] }).fields.find(({ name }) => name === 'categoryId')?.hint
  expect(hintOf([])).toBe('아직 카테고리가 없어요. 먼저 카테고리를 추가해 주세요.')
  expect(hintOf([{ value: 1, label: '인스타그램 › 팔로워' }])).toBeUndefined()
})
