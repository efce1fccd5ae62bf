import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBooksBalance } from '#lib/books/testing/expect-books-balance.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { db } from '#lib/core/db.ts'
import { makeVisitorProgram } from '#lib/sandbox/testing/tester.ts'
import { apiV2Documentation } from './api-v2-documentation.ts'
import { bulkDocumentation } from './bulk-documentation.ts'
import type { CallExample } from './call-documentation.ts'
import { orderDocumentation } from './order-documentation.ts'
import type { PageContext } from './page.ts'
import { pageContext } from './page-context.ts'
import { adaptExampleToShop } from './shop-examples.ts'

let context: PageContext
// A shop whose services have different ids and limits from the services in the examples.
beforeAll(async () => {
  await makeService({ isReadOnly: true })
  await makeService({ type: 'Custom Comments', min: 30 })
  await makeService({ type: 'Custom Comments', min: 5 })
  await makeService({ min: 200, enableAuto: true })
  context = await pageContext(db())
})
afterAll(() => expectBooksBalance())

type Answer = { placed?: number; results?: { index: number; code?: string; amount?: number }[] } & Record<
  string,
  unknown
>

/** What a reader compares: which fields a response has, how many orders were placed, and which rows were refused. */
const outcomeOf = ({ placed, results, ...rest }: Answer) => ({
  placed,
  fields: Object.keys(rest).toSorted(),
  amount: rest.amount,
  rows: results?.map(({ index, code, amount }) => ({ index, code, amount })),
})

const placing = [orderDocumentation, bulkDocumentation, apiV2Documentation].flatMap(({ call, title, examples }) =>
  examples
    .filter(({ body }) => /"(serviceId|service)":/.test(JSON.stringify(body)))
    .map((example): [string, typeof call, CallExample] => [`${title}: ${example.title}`, call, example]),
)

test.each(placing)('a copied example is answered as it says: %s', async (_, call, example) => {
  const { body, answer, status } = adaptExampleToShop(example, context)
  const response = await makeVisitorProgram().ask(call, body)
  expect(response.status).toBe(status)
  expect(outcomeOf(response.json as Answer)).toEqual(outcomeOf(answer as Answer))
})
