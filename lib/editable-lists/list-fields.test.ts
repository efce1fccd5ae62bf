import { expect, test } from 'vitest'
import { type ListFields, prismaSelectOf, toStored, toWire } from './list-fields.ts'

type Shown = { id: number; platform: number; text: string }

const fields = { platform: { from: 'platformId' }, text: true } satisfies ListFields<'category', Shown>

test('a field of calls is stored under its own name or the one it is declared with', () => {
  expect(prismaSelectOf(fields)).toEqual({ id: true, platformId: true, text: true })
  expect(toStored(fields, { platform: 3, text: undefined, unknown: 1 })).toEqual({ platformId: 3 })
  expect(toWire(fields, { id: 1, platformId: 3, text: '분류' })).toEqual({ id: 1, platform: 3, text: '분류' })
})

test('a moment is shown as ISO, another form as it is declared; null stays null', () => {
  const converted = {
    since: true,
    cost: {
      from: 'unitCost',
      toWire: (stored: unknown) => Number(stored) / 10,
      store: (value: unknown) => BigInt(Number(value) * 10),
    },
  } as const
  const since = new Date('2026-01-01T00:00:00Z')
  expect(toWire(converted, { id: 1, since, unitCost: 25n })).toEqual({ id: 1, since: since.toISOString(), cost: 2.5 })
  expect(toStored(converted, { cost: 2.5 })).toEqual({ unitCost: 25n })
  expect([toWire(converted, { id: 1, since, unitCost: null }).cost, toStored(converted, { cost: null })]).toEqual([
    null,
    { unitCost: null },
  ])
})

test('a field that the model lacks, or holds in another type, is a compile error', () => {
  // @ts-expect-error: the model's field is called `platformId`, not `platform`.
  const unknown: ListFields<'category', Shown> = { platform: true, text: true }
  // @ts-expect-error: `platform` has no entry; every field of `Shown` except `id` needs one.
  const missing: ListFields<'category', Shown> = { text: true }
  // @ts-expect-error: a bigint isn't a number without a conversion.
  const converted: ListFields<'service', { id: number; point: number }> = { point: { from: 'unitPrice' } }
  expect([unknown, missing, converted]).toHaveLength(3)
})
