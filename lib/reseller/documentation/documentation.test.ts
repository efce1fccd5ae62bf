import { expect, test } from 'vitest'
import type { z } from 'zod'
import { env } from '#lib/core/env.ts'
import { resellerCalls } from '#lib/web/registry.ts'
import { webhookEvents } from '#lib/webhooks/labels.ts'
import { nextWebhookDeliveryStep } from '#lib/webhooks/rules.ts'
import { v2Actions } from '../v2/actions.ts'
import type { Block } from './blocks.ts'
import type { FieldMeanings } from './call-documentation.ts'
import { inlineParts } from './inline-text.ts'
import { pathOfPage } from './page.ts'
import { apiChanges } from './pages/changelog-page.ts'
import { documentationPages } from './pages/list.ts'
import { callDocumentation } from './queries.ts'
import { fieldNames, type SchemaSide } from './schema-fields.ts'

const context = { baseUrl: 'https://shop.example', services: new Map() }
const pages = documentationPages.map((page) => ({ path: pathOfPage(page), blocks: page.blocks(context) }))

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every call of the public API is documented; both ways to API v2 are one page', () => {
  const documented = callDocumentation.map(({ call }) => nameOf(call))
  const all = resellerCalls.filter(({ access }) => access === 'api-key').map(nameOf)
  expect([...documented, 'GET /api/v2'].toSorted()).toEqual(all.toSorted())
})

const namesIn = (side: SchemaSide, ...schemas: (z.ZodType | undefined)[]) =>
  [...new Set(schemas.flatMap((schema) => (schema ? fieldNames(schema, side) : [])))].toSorted()

const keysOf = (meanings: FieldMeanings = {}) => Object.keys(meanings).toSorted()

test.each(callDocumentation.filter((each) => !each.actions).map((each) => [nameOf(each.call), each] as const))(
  '%s: every field of the schemas is documented, and nothing else',
  (_, { call, fields, answerFields }) => {
    expect(keysOf(fields)).toEqual(namesIn('input', call.params, call.query, call.body))
    expect(keysOf(answerFields)).toEqual(namesIn('output', call.answer, call.dryAnswer, call.conflictDetails))
  },
)

const documentedActions = callDocumentation.flatMap((each) => each.actions ?? [])

test('every action of API v2 is documented', () => {
  expect(documentedActions.map(({ name }) => name)).toEqual(v2Actions.map(({ name }) => name))
})

test.each(documentedActions.map((each) => [each.name, each] as const))(
  'action %s: every parameter and every field of the answer is documented, and nothing else',
  (name, { fields, answerFields, input, answer }) => {
    const action = v2Actions.find((each) => each.name === name)
    expect([input, answer]).toEqual([action?.input, action?.answer])
    expect(keysOf(fields)).toEqual(namesIn('input', input))
    expect(keysOf(answerFields)).toEqual(namesIn('output', answer).filter((field) => field !== 'error'))
  },
)

test('every event of a webhook is documented, with every field of its body', () => {
  const { blocks = [] } = pages.find(({ path }) => path === '/docs/webhooks') ?? {}
  const bodies = blocks.flatMap((block) =>
    block.kind === 'code' && block.title.endsWith(' 본문') ? [JSON.parse(block.code)] : [],
  )
  expect(bodies.map(({ event }) => event).toSorted()).toEqual([...webhookEvents].toSorted())
  const documented = new Set(
    blocks.flatMap((block) => (block.kind === 'fields' ? block.rows : [])).map(({ name }) => name),
  )
  expect(bodies.flatMap(Object.keys).filter((name) => !documented.has(name))).toEqual([])
})

test('a webhook is sent again as often as its documentation says', () => {
  const { blocks = [] } = pages.find(({ path }) => path === '/docs/webhooks') ?? {}
  const [, times, pauses = ''] = /(\d+)번까지 다시 보내요\. 간격은 ([^.]*)이에요/.exec(JSON.stringify(blocks)) ?? []
  const stateAfter = (attempts: number) => nextWebhookDeliveryStep(attempts, { httpStatus: 500, fault: null }).state
  expect([stateAfter(Number(times)), stateAfter(Number(times) + 1)]).toEqual(['PENDING', 'FAILED'])
  expect(pauses.split(', ')).toHaveLength(Number(times))
})

test('the limits are those of this shop, whose operator may have multiplied them', () => {
  const textsWith = (factor: number) => {
    env().RATE_LIMIT_FACTOR = factor
    return JSON.stringify(documentationPages.find(({ name }) => name === 'limits')?.blocks(context))
  }
  try {
    for (const [factor, texts] of [
      [1, ['"600회","1,200회"', 'q=1200;w=120']],
      [100, ['"60,000회","120,000회"', 'q=120000;w=120']],
    ] as const)
      for (const text of texts) expect(textsWith(factor)).toContain(text)
  } finally {
    env().RATE_LIMIT_FACTOR = 1
  }
})

/** Names that a table of fields may give to the type of a value. */
const typeNames = (value: unknown): string[] => {
  if (Array.isArray(value)) return ['배열']
  if (typeof value === 'number') return Number.isInteger(value) ? ['정수', '숫자'] : ['숫자']
  return typeof value === 'string' ? ['문자열'] : [String(value)]
}

test('the type that the documentation of a webhook gives a field is that of its example', () => {
  const { blocks = [] } = pages.find(({ path }) => path === '/docs/webhooks') ?? {}
  let body: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const block of blocks) {
    if (block.kind === 'code' && block.title.endsWith(' 본문')) body = JSON.parse(block.code)
    if (block.kind !== 'fields') continue
    for (const { name, type } of block.rows)
      if (name in body && !typeNames(body[name]).some((each) => type.includes(each))) wrong.push(`${name}: ${type}`)
  }
  expect(wrong).toEqual([])
})

test('the changelog names every event and action that came after the first of them', () => {
  const text = apiChanges.map((change) => change.text).join('\n')
  const first = ['order.updated', 'order.refunded', 'webhook.test', 'services', 'add', 'status', 'cancel', 'balance']
  const later = [...webhookEvents, ...v2Actions.map(({ name }) => name)].filter((name) => !first.includes(name))
  expect(later.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  const days = apiChanges.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().toReversed())
})

const textsOf = (block: Block): string[] => {
  if (block.kind === 'paragraph' || block.kind === 'note' || block.kind === 'heading') return [block.text]
  if (block.kind === 'list') return [...block.items]
  if (block.kind === 'table') return [...block.heads, ...block.rows.flat()]
  if (block.kind === 'fields') return block.rows.map(({ meaning }) => meaning)
  if (block.kind === 'errors') return block.rows.flatMap(({ cause, cure }) => [cause, cure])
  return []
}

test('every link within the documentation leads to a page, and to a heading that is there', () => {
  const anchors = new Map(
    pages.map(({ path, blocks }) => [path, blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))]),
  )
  const links = pages.flatMap(({ blocks }) =>
    blocks
      .flatMap(textsOf)
      .flatMap(inlineParts)
      .flatMap((part) => (part.kind === 'link' ? [part.href] : [])),
  )
  const broken = links
    .filter((href) => href.startsWith('/docs'))
    .filter((href) => {
      const [path = '', anchor] = href.split('#')
      return !anchors.has(path) || (anchor !== undefined && !anchors.get(path)?.includes(anchor))
    })
  expect(links.length).toBeGreaterThan(30)
  expect(broken).toEqual([])
})

test('the headings of a page have anchors of their own', () => {
  for (const { path, blocks } of pages) {
    const ids = blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
    expect(ids, path).toEqual([...new Set(ids)])
  }
})

test('no page shows inline Markdown that was not understood', () => {
  const left = pages.flatMap(({ path, blocks }) =>
    blocks
      .flatMap(textsOf)
      .flatMap(inlineParts)
      .filter(({ kind, text }) => kind === 'text' && /`|\*\*|\]\(/.test(text))
      .map(({ text }) => `${path}: ${text}`),
  )
  expect(left).toEqual([])
})
