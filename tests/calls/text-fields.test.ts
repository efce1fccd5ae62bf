import { expect, test } from 'vitest'
import { z } from 'zod'
import { boundedList, text, textParsedBy, trimmedText } from '#lib/core/text.ts'
import { v2Actions } from '#lib/reseller/v2/actions.ts'
import { settingsSchema } from '#lib/settings/schema.ts'
import { registry } from '#lib/web/registry.ts'
import { callNameOf } from './matrix.ts'
import { walkCall, walkSchema } from './text-fields.ts'

/**
 * Faults that are accepted, by call. The transform of POST /service/point only sets two absent fields and reads no
 * text. The body that a deposit source or PortOne sends has at most 16 KiB, and a schema for this sender limits each
 * text that is read from it.
 */
const acceptedFaults = {
  'POST /service/point': ['body: changed before it is bounded'],
  'POST /hooks/sources/{kind}': ['body.*: anything at all'],
  'POST /hooks/portone': ['body.*: anything at all'],
} as Record<string, string[]>

test.each(registry.map((call) => [callNameOf(call), call] as const))(
  '%s bounds every text and every list before it reads it',
  (name, call) => expect(walkCall(call).faults).toEqual(acceptedFaults[name] ?? []),
)

test.each(v2Actions.map((action) => [action.name, action] as const))(
  'action %s of API v2 bounds and cleans every text before it reads it',
  (_, { input }) => {
    const { fields, faults } = walkSchema(input)
    expect(faults).toEqual([])
    expect(fields.filter(({ cleaned }) => !cleaned)).toEqual([])
  },
)

test('every setting is bounded before it is read', () => expect(walkSchema(settingsSchema).faults).toEqual([]))

const faultySchemas: Record<string, z.ZodType> = {
  'no maximum': z.string(),
  'an expression before the maximum': z.string().regex(/x/).max(3, { abort: true }),
  'a maximum that lets later checks run': z.string().max(3).regex(/x/),
  'a change before the maximum': z
    .string()
    .overwrite((value) => value.replace(/x/g, ''))
    .max(3, { abort: true }),
  'a format, which is an expression': z.email(),
  'a maximum after a transform': z
    .string()
    .transform((value) => value.trim())
    .pipe(text(3)),
  'one way of several without a maximum': z.union([text(3), z.string()]),
  'a list without a maximum': z.array(text(3)),
  'a list that reads its items before it counts them': z.array(text(3)).max(2, { abort: true }),
  'an unbounded text in a list': boundedList(z.string(), 3),
  'an unbounded text behind a default': z.object({ a: z.string().nullish().default('') }),
  'a record of texts': z.record(z.string(), text(3)),
  'a value of any kind': z.unknown(),
  'a preprocessed text': z.preprocess((value) => value, text(3)),
}

test.each(Object.entries(faultySchemas))('this check finds %s', (_, schema) =>
  expect(walkSchema(z.object({ field: schema })).faults).toHaveLength(1),
)

test('this check finds the fields of forms, lists and unions, with their maxima', () => {
  const schema = z.object({
    a: trimmedText(5),
    b: boundedList(z.object({ c: text(7).nullish() }), 3),
    d: z.union([textParsedBy(10, z.iso.date()), z.int()]),
  })
  expect(walkSchema(schema)).toEqual({
    fields: [
      { path: ['a'], maxLength: 1_005, cleaned: true },
      { path: ['b', '*', 'c'], maxLength: 7, cleaned: true },
      { path: ['d'], maxLength: 10, cleaned: true },
    ],
    faults: [],
  })
})
