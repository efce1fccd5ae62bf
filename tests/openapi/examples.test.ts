import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { callDocumentation } from '#lib/reseller/documentation/queries.ts'
import { type ExampleShop, makeExampleShop } from '#lib/reseller/documentation/testing/example-shop.ts'
import { type Entry, startEntry } from '#lib/web/testing/entry.ts'
import { type DocumentedOperation, fetchDocument, listOperations, makeSchemaCompiler } from './served-document.ts'

let entry: Entry
let shop: ExampleShop
beforeAll(async () => {
  entry = await startEntry()
  shop = await makeExampleShop()
})
afterAll(async () => {
  await entry.stop()
  await expectBooksBalance()
})

type Examples = Record<string, { value: unknown }>

/** One example of an operation: the request, and the promised status and answer. */
type DocumentedExample = { path: string; search: string; body: unknown; status: number; answer: unknown }

/** Pairs the request and the answer of each example of an operation, which have the same name in the document. */
function examplesOf({ path, operation }: DocumentedOperation): DocumentedExample[] {
  const responses = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries<{ value: unknown }>((content?.['application/json']?.examples ?? {}) as Examples).map(
      ([name, { value }]) => ({ name, status: Number(status), answer: value }),
    ),
  )
  const bodies = (operation.requestBody?.content['application/json']?.examples ?? {}) as Examples
  const parameters = (operation.parameters ?? []).flatMap((each) => ('name' in each ? [each] : []))
  return responses
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
    .map(({ name, status, answer }) => {
      const values = parameters.flatMap((each) =>
        each.examples?.[name] ? [{ ...each, value: String(each.examples[name].value) }] : [],
      )
      const search = new URLSearchParams(
        values.filter((each) => each.in === 'query').map((each) => [each.name, each.value]),
      )
      const filled = values
        .filter((each) => each.in === 'path')
        .reduce((whole, each) => whole.replace(`{${each.name}}`, each.value), path)
      return { path: filled, search: search.toString(), body: bodies[name]?.value, status, answer }
    })
}

test('every example of the document, sent as it stands, is answered byte for byte as it promises', async () => {
  const document = await fetchDocument(entry)
  const compile = makeSchemaCompiler(document)
  let sent = 0
  for (const operation of listOperations(document)) {
    const documentation = callDocumentation.find(({ call, shownPath }) => (shownPath ?? call.path) === operation.path)
    for (const example of examplesOf(operation)) {
      const { path, search, body, status, answer } = example
      const isOneOrder = path !== operation.path
      if (documentation)
        await shop.prepareFor(documentation, { ...example, title: '', ...(isOneOrder && { params: {} }) } as never)
      const received = await entry.ask(search ? `${path}?${search}` : path, {
        method: operation.method,
        headers: { 'api-key': shop.apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const what = `${operation.name} ${JSON.stringify(body ?? path)}`
      expect({ what, status: received.status, body: received.body.toString() }).toEqual({
        what,
        status,
        body: JSON.stringify(answer),
      })
      const { schema } = operation.operation.responses[status]?.content?.['application/json'] ?? {}
      const validate = compile(schema ?? {})
      expect(validate(JSON.parse(received.body.toString())) || validate.errors, what).toBe(true)
      sent++
    }
  }
  const documented = callDocumentation.reduce((sum, { examples }) => sum + examples.length, 0)
  expect(sent).toBe(documented)
})
