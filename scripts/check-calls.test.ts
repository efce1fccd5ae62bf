import { expect, test } from 'vitest'
import { type CallDeclarations, callDeclarationFaults, findTransactionFaults } from './check-calls.ts'

const faultlessDeclarations: CallDeclarations = {
  declared: [['GET /service/order/{id}', 'lib/orders/calls.ts']],
  registered: ['GET /service/order/{id}'],
  routed: [['GET /service/order/{id}', 'app/service/order/[id]/route.ts']],
  testRows: [['GET /service/order/{id}', 'lib/orders/testing/call-rows.ts']],
}

test('a call with a registration, a route file and a row is no fault', () => {
  expect(callDeclarationFaults(faultlessDeclarations)).toEqual([])
})

test.each<[what: string, change: Partial<CallDeclarations>, fault: string]>([
  ['a route file', { routed: [] }, 'no route file serves it (expected in app/service/order/[id]/route.ts)'],
  ['a row', { testRows: [] }, 'no row of test data (expected in lib/orders/testing/call-rows.ts)'],
])('a call without %s is named, with the file to write', (_, change, fault) => {
  expect(callDeclarationFaults({ ...faultlessDeclarations, ...change })).toEqual([`GET /service/order/{id}: ${fault}`])
})

test('a call that the registry does not list is named, and so are its route file and its row', () => {
  expect(callDeclarationFaults({ ...faultlessDeclarations, registered: [] })).toEqual([
    'GET /service/order/{id}: declared in lib/orders/calls.ts, but lib/web/registry.ts does not list that file',
    'GET /service/order/{id}: app/service/order/[id]/route.ts serves no such call',
    'GET /service/order/{id}: a row in lib/orders/testing/call-rows.ts, but no such call',
  ])
})

test('a file of calls that opens a transaction is named with the line', () => {
  const source = [
    'export const doCall = call({',
    '  run: ({ db }) =>',
    '    db.transaction((tx) => act(tx)),',
    '})',
  ].join('\n')
  expect(findTransactionFaults('lib/orders/calls.ts', source)).toEqual([
    'lib/orders/calls.ts:3: a call opens no transaction; call a use case',
  ])
  expect(findTransactionFaults('lib/orders/calls.ts', 'run: ({ db }) => placeOrder(db)')).toEqual([])
})
