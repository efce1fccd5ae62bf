import { detailParameters, orderDetailNames } from '#lib/catalog/detail-fields.ts'
import type { Call } from '#lib/core/call.ts'
import { type Block, type FieldRow, ORDER_ID_PLACEHOLDER } from './blocks.ts'
import { blocksOfMarkdown } from './blocks-of-markdown.ts'
import type {
  ActionDocumentation,
  CallDocumentation,
  CallExample,
  ErrorDocumentation,
  FieldMeanings,
} from './call-documentation.ts'
import { codeSamples } from './code-samples.ts'
import { EXAMPLE_ORDER } from './example-values.ts'
import type { PageContext } from './page.ts'
import { fieldRows } from './schema-fields.ts'
import { adaptExampleToShop } from './shop-examples.ts'

export const headingBlock = (level: 2 | 3, id: string, text: string): Block => ({ kind: 'heading', level, id, text })

const filledPath = (path: string, params: CallExample['params'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    params[name] === ORDER_ID_PLACEHOLDER ? ORDER_ID_PLACEHOLDER : encodeURIComponent(String(params[name] ?? '')),
  )

const searchOf = (query: CallExample['query'] = {}): string => {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()
  return search && `?${search}`
}

/**
 * Replaces the example's order id by a placeholder (ORDER_ID_PLACEHOLDER), because no reader has an order with this id.
 */
const withOrderMark = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === EXAMPLE_ORDER ? ORDER_ID_PLACEHOLDER : value]),
  ) as Fields

type ExampleBlock = Extract<Block, { kind: 'example' }>

/** An example as code in each language, with its response. */
export function exampleBlock(
  { call, actions }: CallDocumentation,
  declaredExample: CallExample,
  context: PageContext,
): ExampleBlock {
  const example = adaptExampleToShop(declaredExample, context)
  const samples = codeSamples({
    method: call.method,
    url: `${context.baseUrl}${filledPath(call.path, withOrderMark(example.params ?? {}))}${searchOf(example.query)}`,
    ...(example.headers && { headers: example.headers }),
    ...(example.body !== undefined && { body: withOrderMark(example.body as Record<string, unknown>) }),
    form: actions !== undefined,
  })
  return {
    kind: 'example',
    title: example.title,
    samples,
    status: example.status,
    answer: JSON.stringify(example.answer, null, 2),
  }
}

/** Table of refusals, each with its cause and what to do about it. */
export const errorTableBlock = (caption: string, errors: readonly ErrorDocumentation[]): Block => ({
  kind: 'errors',
  caption,
  rows: errors,
})

/** Rows for the fields of the response, including fields that only the response to a dry run or a 409 has. */
function answerRows({ answer, dryAnswer, conflictDetails }: Call, meanings: FieldMeanings): FieldRow[] {
  const otherRows = [dryAnswer, conflictDetails].flatMap((schema) =>
    schema ? fieldRows(schema, 'output', { meanings }).filter(({ type }) => type !== '') : [],
  )
  return fieldRows(answer, 'output', { meanings }).map((row) =>
    row.type ? row : (otherRows.find(({ name }) => name === row.name) ?? row),
  )
}

const detailNames = new Set<string>(orderDetailNames.flatMap((name) => [name, detailParameters[name]]))

/** Leaves out the fields that only some types of services have; a separate page describes them. */
const withoutDetails = (rows: readonly FieldRow[]): FieldRow[] => rows.filter(({ name }) => !detailNames.has(name))

const detailsHint = blocksOfMarkdown(
  '댓글이나 멘션할 계정처럼 타입에 따라 더 필요한 항목은 [서비스 타입](/docs/service-types#fields)에 있어요.',
)

/** Blocks for a call: path, description, request, response and examples; `id` is the anchor of its heading. */
export function callBlocks(id: string, documentation: CallDocumentation, context: PageContext): Block[] {
  const { call, shownPath, title, description, fields, types, required, answerFields, examples } = documentation
  const texts = { ...(types && { types }), ...(required && { required }) }
  const allRows = [call.params, call.query, call.body].flatMap((schema) => {
    if (!schema || !fields) return []
    return fieldRows(schema, 'input', { meanings: fields, ...texts }).filter(({ type }) => type !== '')
  })
  const rows = withoutDetails(allRows)
  return [
    headingBlock(2, id, title),
    { kind: 'endpoint', method: call.method, path: shownPath ?? call.path },
    ...blocksOfMarkdown(description),
    ...examples.slice(0, 1).map((example) => exampleBlock(documentation, example, context)),
    ...(rows.length > 0 ? [{ kind: 'fields', caption: '요청 항목', rows } as const] : []),
    ...(rows.length < allRows.length ? detailsHint : []),
    ...examples.slice(1).map((example) => exampleBlock(documentation, example, context)),
    ...(answerFields
      ? [
          {
            kind: 'fields',
            caption: '응답 항목',
            rows: answerRows(call, answerFields),
          } as const,
        ]
      : []),
  ]
}

/** Blocks for an action of API v2: description, parameters, examples and response. */
export function actionBlocks(
  documentation: CallDocumentation,
  action: ActionDocumentation,
  context: PageContext,
): Block[] {
  const { name, title, description, fields, required = [], answerFields, examples, input, answer } = action
  const allRows = fieldRows(input, 'input', { meanings: fields, required, types: action.types ?? {} })
  const rows = withoutDetails(allRows)
  return [
    headingBlock(2, name.replaceAll('_', '-'), `${name} — ${title}`),
    ...blocksOfMarkdown(description),
    ...(rows.length > 0 ? [{ kind: 'fields', caption: '파라미터', rows } as const] : []),
    ...(rows.length < allRows.length ? detailsHint : []),
    ...examples.map((example) => exampleBlock(documentation, example, context)),
    { kind: 'fields', caption: '응답 항목', rows: fieldRows(answer, 'output', { meanings: answerFields }) },
  ]
}
