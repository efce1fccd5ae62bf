import { expect, test } from 'vitest'
import { z } from 'zod'
import { ourIssueMessages } from '#lib/core/issue-messages.ts'
import { settingsSchema } from '#lib/settings/schema.ts'
import { registry } from '#lib/web/registry.ts'
import { send } from '#lib/web/testing/caller.ts'
import { callNameOf } from './matrix.ts'

/** Wrong values of every kind. Each of them is put in place of each field. */
const wrongValues: unknown[] = [
  ...[undefined, null, '', ' ', 'x', 'a b', '가'.repeat(70_000), '\u0007', '2026-13-45', 'http://x y'],
  ...[-1, 0, 0.001, 1.5, 1e9, 1e15, 9e15, 2 ** 60, -(2 ** 60), Number.NaN, true, false],
  ...[[], ['x'], [1.5], [{}], Array.from({ length: 60_000 }, () => 1), {}, { a: 1 }, { x: 'y', z: [] }],
]

type SchemaDef = { type: string; shape?: Record<string, z.ZodType>; [child: string]: unknown }

const defOf = (schema: z.ZodType): SchemaDef => (schema as unknown as { _zod: { def: SchemaDef } })._zod.def

/** Names of the fields of an object schema, even if other schemas wrap it. */
function fieldNames(schema: z.ZodType): string[] {
  const def = defOf(schema)
  const inner = [def.in, def.out, def.innerType, def.left, def.right, ...((def.options as unknown[]) ?? [])]
  const schemas = inner.filter((each) => typeof each === 'object' && each !== null && '_zod' in each)
  return [...Object.keys(def.shape ?? {}), ...schemas.flatMap((each) => fieldNames(each as z.ZodType))]
}

/** The messages that a schema gives for wrong values. */
function messagesOf(schema: z.ZodType): string[] {
  const names = fieldNames(schema)
  const values = wrongValues.flatMap((value) => [value, ...names.map((name) => ({ [name]: value }))])
  return values.flatMap((value) => {
    const parsed = schema.safeParse(value, ourIssueMessages)
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
  })
}

/** Matches zod's own messages in Korean and English. No caller may get one of them. */
const libraryPattern =
  /(number|string|array|object|boolean|undefined|NaN|invalid|expected|received|integer|bigint|잘못된|이어야 합니다|너무 (작|큽))/i

const isOurs = (message: string): boolean => /[가-힣]/.test(message) && !libraryPattern.test(message)

const schemas = registry.flatMap((call) =>
  [call.body, call.query].flatMap((schema, at) =>
    schema ? [[`${at === 0 ? 'body' : 'query'} of ${callNameOf(call)}`, schema] as const] : [],
  ),
)

test.each(schemas)('every refusal by the %s is a Korean sentence of ours', (_, schema) => {
  expect([...new Set(messagesOf(schema))].filter((message) => !isOurs(message))).toEqual([])
})

test('so is every refusal of a setting', () => {
  expect([...new Set(messagesOf(settingsSchema))].filter((message) => !isOurs(message))).toEqual([])
})

test('this check finds the sentences of the library', () => {
  const schema = z.object({ a: z.number().min(3), b: z.enum(['x', 'y']), c: z.iso.date() })
  for (const options of [{ error: z.locales.ko().localeError }, {}]) {
    const found = schema.safeParse({ a: 1, b: 'z', c: '1' }, options).error?.issues ?? []
    expect(found.map(({ message }) => isOurs(message))).toEqual([false, false, false])
  }
})

test('a field’s sentence says what to enter', () => {
  const schema = z.object({
    a: z.int().min(10).max(1_000),
    b: z.string().min(1),
    c: z.array(z.int()).max(2),
    d: z.enum(['x', 'y']),
  })
  const messages = (value: unknown) =>
    schema.safeParse(value, ourIssueMessages).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(messages({ a: 5, b: '', c: [1, 2, 3], d: 'z' })).toEqual([
    'a: 10 이상으로 입력해 주세요',
    'b: 입력해 주세요',
    'c: 2개까지 보낼 수 있어요',
    'd: 다음 가운데 하나여야 해요: x, y',
  ])
  expect(messages({ a: 1.5, b: 7, c: {} })).toEqual([
    'a: 소수점 없는 숫자로 입력해 주세요',
    'b: 글자로 입력해 주세요',
    'c: 목록으로 보내 주세요',
    'd: 빠진 항목이에요. 입력해 주세요',
  ])
})

test('a 400 about no field in particular has one issue: its own sentence', async () => {
  const call = registry.find((each) => callNameOf(each) === 'POST /service/find-id')
  if (!call) throw new Error('no such call')
  const { status, json } = await send(call, { raw: '{"email":' })
  expect({ status, ...json }).toEqual({
    status: 400,
    code: 'BAD_INPUT',
    message: '입력 양식을 맞춰주세요',
    issues: [{ path: '', message: '입력 양식을 맞춰주세요' }],
  })
})

test('a step of a hundred-thousandth is named as it is', () => {
  const { error } = z.number().multipleOf(0.00001).safeParse(0.000001, ourIssueMessages)
  expect(error?.issues[0]?.message).toBe('0.00001 단위로 입력해 주세요')
})
