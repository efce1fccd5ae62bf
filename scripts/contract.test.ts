import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findContractFaults } from './check-contract.ts'
import { tableRowsOf } from './contract-tables.ts'

const contract = readFileSync(join(import.meta.dirname, '../docs/contract.md'), 'utf8')

const product = readFileSync(join(import.meta.dirname, '../docs/product.md'), 'utf8')

/** The contract's text after `change` on the only line that contains `text`; by default that line is emptied. */
function changed(text: string, change: (line: string) => string = () => ''): string {
  const lines = contract.split('\n')
  const found = lines.filter((line) => line.includes(text))
  expect(found, text).toHaveLength(1)
  return lines.map((line) => (line === found[0] ? change(line) : line)).join('\n')
}

test('every call, refusal, setting, state, error code, ledger row, task and console page stands in the documents, and no other', () => {
  expect(findContractFaults()).toEqual([])
})

/** The contract's row of the call POST /order, without the last cell, its description. */
const orderRow = `| ${tableRowsOf(contract)
  .find(([call]) => call === '`POST /order`')
  ?.slice(0, 5)
  .join(' | ')} |`

test('a call that is left out, added, described otherwise or not at all is a fault', () => {
  expect(findContractFaults(changed('| `POST /order` |'))).toEqual([`call missing in docs: ${orderRow}`])
  expect(
    findContractFaults(
      changed('| `POST /order` |', (line) => `${line}\n| \`POST /none\` | public | | 200 \`{}\` | | x |`),
    ),
  ).toEqual(["call that the code doesn't have: | `POST /none` | public |  | 200 `{}` |  |"])
  expect(findContractFaults(changed('| `POST /order` |', (line) => line.replace('| api-key |', '| public |')))).toEqual(
    [`call missing in docs: ${orderRow}`, `call that the code doesn't have: ${orderRow.replace('api-key', 'public')}`],
  )
  expect(findContractFaults(changed('| `POST /order` |', () => `${orderRow} |`))).toEqual([
    'what it does is missing in docs/contract.md: `POST /order`',
  ])
})

test('a refusal that is left out or reads otherwise is a fault', () => {
  const message = '진행 중인 충전 요청이 너무 많습니다.'
  expect(findContractFaults(changed(message))).toEqual([`refusal missing in docs: ${message}`])
  expect(findContractFaults(changed(message, (line) => line.replace(message, '너무 많습니다.')))).toEqual([
    `refusal missing in docs: ${message}`,
    "refusal that the code doesn't have: 너무 많습니다.",
  ])
})

test('a page that the table of routes leaves out or has too much is a fault', () => {
  expect(findContractFaults(contract, product.replace('/api, /guide,', '/api,'))).toEqual([
    'page missing in docs: /guide',
  ])
  expect(findContractFaults(contract, product.replace('/api, /guide,', '/api, /guide, /none,'))).toEqual([
    "page that the code doesn't have: /none",
  ])
})

test('a name that the sentences of a section leave out is a fault', () => {
  expect(
    findContractFaults(contract.replace('states: WAITING, DONE, REFUSED, WITHDRAWN, LAPSED.', 'states: some.')),
  ).toEqual(
    ['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN', 'LAPSED'].map(
      (name) => `Second person in docs/contract.md lacks ${name}`,
    ),
  )
})

test.each([
  ['| 5 | CANCELED |', 'order status missing in docs: | 5 | CANCELED | 취소 | CANCELED |'],
  [
    '| Comment Replies |',
    'service type missing in docs: | Comment Replies | username, comments | number of comments |',
  ],
  ['| `DAILY_LIMIT` |', 'setting missing in docs: | `DAILY_LIMIT` | no | 5,000,000 |'],
  ['| callsOut |', 'limit missing in docs: | callsOut | 6 (20) |'],
  ['| RESTRICTED |', 'error code missing in docs: | RESTRICTED | 403 |'],
  ['| CASH_REFUND |', 'kind of ledger row missing in docs: CASH_REFUND'],
])('the line %s left out is a fault', (line, fault) => {
  expect(findContractFaults(changed(line))).toEqual([fault])
})
