import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { newAddress, send } from '#lib/web/testing/caller.ts'
import type { CallDocumentation, CallExample } from './call-documentation.ts'
import { callDocumentation } from './queries.ts'
import { type ExampleShop, makeExampleShop } from './testing/example-shop.ts'

let shop: ExampleShop
beforeAll(async () => {
  shop = await makeExampleShop()
})
afterAll(() => expectBooksBalance())

const pathOf = (path: string, params: CallExample['params'] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))

const examples = callDocumentation.flatMap((documentation) =>
  documentation.examples.map((example): [string, CallDocumentation, CallExample] => [
    `${documentation.title}: ${example.title}`,
    documentation,
    example,
  ]),
)

test.each(examples)('the documented answer is the answer: %s', async (_, documentation, example) => {
  await shop.prepareFor(documentation, example)
  const { call } = documentation
  const headers = Object.entries(example.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])
  const { status, body } = await send(call, {
    path: pathOf(call.path, example.params),
    search: new URLSearchParams(
      Object.entries(example.query ?? {}).map(([name, value]) => [name, `${value}`]),
    ).toString(),
    body: example.body,
    headers: { ...Object.fromEntries(headers), 'api-key': shop.apiKey },
    address: newAddress(),
  })
  expect({ status, answer: JSON.parse(body.toString()) }).toEqual({ status: example.status, answer: example.answer })
})
