/**
 * `npm run check:contract`: the lists in docs/contract.md and docs/product.md that can be derived from the code (calls,
 * messages, states, settings, pages) must match the code exactly.
 */
import { globSync } from 'node:fs'
import { pageGroups } from '#components/console/pages.ts'
import { approvalKinds, approvalStates, approvalWhys } from '#lib/approvals/labels.ts'
import { priceChangeKinds, priceRefusals, roundings, saleStates } from '#lib/catalog/labels.ts'
import { type ServiceType, serviceTypes } from '#lib/catalog/service-types.ts'
import { chargeStatus, chargeStatusLabels } from '#lib/charges/labels.ts'
import { AppError, type ErrorCode } from '#lib/core/errors.ts'
import { errorAnswer } from '#lib/core/http-answer.ts'
import { depositStatuses, waitReasons } from '#lib/deposits/labels.ts'
import { restrictionLabels } from '#lib/members/labels.ts'
import { messageStatuses } from '#lib/messages/labels.ts'
import { autoOrderStatus, autoOrderStatusLabels } from '#lib/orders/auto/labels.ts'
import { orderStatus, orderStatusLabels, orderStatusNames } from '#lib/orders/labels.ts'
import { pendingChangeKinds, pendingChangeStates } from '#lib/pending-changes/labels.ts'
import { entryKindLabels } from '#lib/points/labels.ts'
import { attemptOutcomes, listChangeKinds, providerHealths, syncRules } from '#lib/providers/labels.ts'
import { receiptStatuses } from '#lib/receipts/labels.ts'
import { rewardHoldReasons, rewardStates } from '#lib/referrals/labels.ts'
import { v2Actions } from '#lib/reseller/v2/actions.ts'
import { publicSettingKeys, settingKeys, settingsSchema } from '#lib/settings/schema.ts'
import { taskKinds } from '#lib/tasks/labels.ts'
import { taskActions } from '#lib/tasks/resolution/labels.ts'
import { registry } from '#lib/web/registry.ts'
import { webhookDeliveryStates } from '#lib/webhooks/labels.ts'
import { declaredCells, fieldNamesText } from './contract-calls.ts'
import {
  hasHangul,
  isCallRow,
  readText,
  repositoryRoot,
  sectionOf,
  tableLineOf,
  tableRowsOf,
} from './contract-tables.ts'

/** Korean messages in an errors.ts file; inserted values are written as `…`. */
function sentencesOf(file: string): string[] {
  const code = readText(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(/'([^'\n]*)'|`([^`]*)`/g)]
    .map(([, plain, template]) => plain ?? (template ?? '').replace(/\$\{[^}]*\}/g, '…'))
    .filter(hasHangul)
}

const refusalMessages = (): string[] =>
  globSync(['lib/**/errors.ts', 'lib/core/pipeline-messages.ts'], { cwd: repositoryRoot }).flatMap(sentencesOf)

/** Rows that the document's table of states must have: number, name and the other columns, from the code. */
const stateRows = (states: Record<string, number>, ...columns: Record<number, string>[]): string[] =>
  Object.entries(states).map(([name, number]) =>
    tableLineOf([`${number}`, name, ...columns.map((column) => column[number] ?? '')]),
  )

/** Rows of the table of states in a section of the contract, without texts in brackets. */
const stateRowsIn = (section: string): string[] =>
  tableRowsOf(section)
    .filter(([first = '']) => /^\d$/.test(first))
    .map((cells) => tableLineOf(cells.map((cell) => cell.replace(/ \(.*\)$/, ''))))

const errorCodeTableLines = (): string[] =>
  [...readText('lib/core/errors.ts').matchAll(/^ {2}\| '([A-Z_]+)'$/gm)].map(([, code = '']) =>
    tableLineOf([code, `${errorAnswer(new AppError(code as ErrorCode, '')).status}`]),
  )

const withThousandsCommas = (number: number): string => number.toLocaleString('en-US')

const rateLimits = (): string[] =>
  [...readText('lib/core/limits.ts').matchAll(/^ {2}(\w+): \{ perMinute: ([\d_.]+), burst: ([\d_]+) \}/gm)].map(
    ([, name = '', ...counts]) => {
      const [perMinute = 0, burst = 0] = counts.map((count) => Number(count.replaceAll('_', '')))
      return tableLineOf([name, `${withThousandsCommas(perMinute)} (${withThousandsCommas(burst)})`])
    },
  )

/** Source of an order's quantity, as written in the contract's table of service types. */
function quantitySource({ quantity }: ServiceType): string {
  if (typeof quantity === 'object') return `number of ${quantity.linesOf}`
  return { ASKED: 'amount', PACKAGE: '1', POSTS: 'max × (posts + oldPosts)' }[quantity]
}

const serviceTypeRows = (): string[] =>
  Object.entries<ServiceType>(serviceTypes).map(([name, type]) =>
    tableLineOf([name, type.fields.map((field) => field.name).join(', '), quantitySource(type)]),
  )

/** Formats a setting's default value as in the contract's table of settings. */
function defaultOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return [value]
    .flat()
    .map((each) => (typeof each === 'number' ? withThousandsCommas(each) : String(each)))
    .join(' ')
}

const defaultSettings = settingsSchema.parse({})

const settingRows = (): string[] =>
  settingKeys.map((key) => {
    const isPublic = (publicSettingKeys as readonly string[]).includes(key)
    return tableLineOf([`\`${key}\``, isPublic ? 'yes' : 'no', defaultOf(defaultSettings[key])])
  })

/**
 * Kinds of ledger entries that a section names: those in its table, which the code writes, and those in the text below
 * it, which no code writes yet.
 */
function ledgerKinds(section: string): string[] {
  const table = tableRowsOf(section).flatMap(([kind = '']) => (/^[A-Z_]+$/.test(kind) ? kind : []))
  const below = section.slice(section.lastIndexOf('\n|')).replace(/^\n\|.*/, '')
  return [...table, ...new Set([...below.matchAll(/\b[A-Z_]{4,}\b/g)].map(([kind]) => kind))]
}

/** Paths of all pages outside the console, without paths that have a parameter. */
const memberPages = (): string[] =>
  globSync('app/{(shop),(bare)}/**/page.tsx', { cwd: repositoryRoot })
    .map((file) => file.replace(/^app\/\([^)]+\)|\/page\.tsx$/g, '').replace(/\/\([^)]+\)/g, ''))
    .filter((path) => !path.includes('['))

/** Paths in the table of routes, without /logout, which is a call, and /admin, which has a separate table. */
const routePaths = (product: string): string[] =>
  tableRowsOf(sectionOf(product, 'Routes'))
    .flatMap(([, paths = '']) => paths.match(/\/[\w/-]+/g) ?? [])
    .filter((path) => path !== '/logout' && path !== '/admin')

/** A list from the code and the same list from the document, to be compared. `what` names the items in messages. */
type Comparison = [what: string, inCode: readonly string[], inDocument: readonly string[]]

function comparisons(contract: string, product: string): Comparison[] {
  const rows = tableRowsOf(contract)
  const tasks = sectionOf(contract, 'Tasks').replace(/\s+/g, ' ')
  const named = (pattern: RegExp) => pattern.exec(tasks)?.[1]?.split(', ') ?? []
  const consoleRows = tableRowsOf(sectionOf(product, 'Console')).filter(([path = '']) => path.startsWith('/admin'))
  return [
    [
      'call',
      registry.map(declaredCells).map(tableLineOf),
      rows.filter(isCallRow).map((cells) => tableLineOf(cells.slice(0, 5))),
    ],
    [
      'action of API v2',
      v2Actions.map(({ name, input, answer }) =>
        tableLineOf([`\`${name}\``, fieldNamesText(input), fieldNamesText(answer)]),
      ),
      tableRowsOf(sectionOf(contract, 'API v2'))
        .filter(([name = '']) => /^`[a-z_]+`$/.test(name))
        .map((cells) => tableLineOf(cells.slice(0, 3))),
    ],
    ['refusal', refusalMessages(), rows.map(([, says = '']) => says).filter(hasHangul)],
    [
      'setting',
      settingRows(),
      rows.filter(([first = '']) => /^`[A-Z_]{6,}`$/.test(first)).map((cells) => tableLineOf(cells.slice(0, 3))),
    ],
    [
      'limit',
      rateLimits(),
      tableRowsOf(sectionOf(contract, 'Limits'))
        .slice(1)
        .map(([name = '', , , count = '']) => tableLineOf([name, count.replace(/,(?= ).*/, '')])),
    ],
    [
      'service type',
      serviceTypeRows(),
      tableRowsOf(sectionOf(contract, 'Service types'))
        .slice(1)
        .map(([name = '', fields = '', quantity = '']) =>
          tableLineOf([name, /`([^`]*)`/.exec(fields)?.[1] ?? '', quantity.replace(/^1\b.*/, '1')]),
        ),
    ],
    [
      'order status',
      stateRows(orderStatus, orderStatusLabels, orderStatusNames),
      stateRowsIn(sectionOf(contract, 'Orders')),
    ],
    [
      'auto order status',
      stateRows(autoOrderStatus, autoOrderStatusLabels),
      stateRowsIn(sectionOf(contract, 'Auto orders')),
    ],
    ['charge status', stateRows(chargeStatus, chargeStatusLabels), stateRowsIn(sectionOf(contract, 'Charges'))],
    [
      'error code',
      errorCodeTableLines(),
      tableRowsOf(sectionOf(contract, 'Error codes'))
        .filter(([code = '']) => /^[A-Z_]+$/.test(code))
        .map((cells) => tableLineOf(cells.slice(0, 2))),
    ],
    ['kind of ledger row', Object.keys(entryKindLabels), ledgerKinds(sectionOf(contract, 'Ledger'))],
    ['kind of task', taskKinds, named(/Kinds: ([^.]*)\./)],
    ['action of a task', taskActions, named(/Actions: ([^;]*);/)],
    ['page', memberPages(), routePaths(product)],
    [
      'console page',
      pageGroups.flatMap(({ pages }) => pages.map(({ path, label }) => tableLineOf([path, label]))),
      consoleRows.map((cells) => tableLineOf(cells.slice(0, 2))),
    ],
  ]
}

/** Names from the code that a section of the contract must mention somewhere in its text. */
const namesBySection: [section: string, names: readonly string[]][] = [
  ['Deposits', depositStatuses],
  ['Deposit matching', waitReasons],
  ['Receipts', receiptStatuses],
  ['Restrictions', Object.keys(restrictionLabels)],
  ['Referral rewards', [...rewardStates, ...rewardHoldReasons]],
  ['Webhooks', webhookDeliveryStates],
  ['Catalogue', [...saleStates, ...priceChangeKinds, ...roundings, ...priceRefusals]],
  ['Delivery', [...attemptOutcomes, ...providerHealths, ...syncRules, ...listChangeKinds]],
  ['Second person', [...approvalKinds, ...approvalWhys, ...approvalStates]],
  ['Pending changes', [...pendingChangeKinds, ...pendingChangeStates]],
  ['Outbox', messageStatuses],
]

const missingNameFaults = (contract: string): string[] =>
  namesBySection.flatMap(([heading, names]) => {
    const present = new Set(sectionOf(contract, heading).match(/\b[A-Z_]+\b/g))
    return names.filter((name) => !present.has(name)).map((name) => `${heading} in docs/contract.md lacks ${name}`)
  })

/**
 * Faults, one line each: names that the code has and the documents lack, names that only the documents have, and calls
 * without a description.
 */
export function findContractFaults(
  contract = readText('docs/contract.md'),
  product = readText('docs/product.md'),
): string[] {
  const faults = comparisons(contract, product).flatMap(([what, inCode, inDocument]) => [
    ...inCode.filter((each) => !inDocument.includes(each)).map((each) => `${what} missing in docs: ${each}`),
    ...inDocument.filter((each) => !inCode.includes(each)).map((each) => `${what} that the code doesn't have: ${each}`),
  ])
  const undescribedCalls = tableRowsOf(contract).filter((cells) => isCallRow(cells) && !cells[5])
  return [
    ...new Set([
      ...faults,
      ...missingNameFaults(contract),
      ...undescribedCalls.map(([call]) => `what it does is missing in docs/contract.md: ${call}`),
    ]),
  ]
}

if (import.meta.main) {
  const faults = findContractFaults()
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
