import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ContractMessage, contractMessages } from '#e2e/support/contract.ts'

/**
 * Records that a browser test saw a message of the contract on the screen. `key` is the message's key in
 * e2e/support/contract.ts.
 */
export type MessageSighting = { key: string; spec: string; test: string }

const root = join(import.meta.dirname, '..')
const tableFile = join(root, 'docs/messages.md')
const sightingsFolder = join(root, '.data/messages')
/** Messages of e2e/support/contract.ts, each with its key. */
const messages: [key: string, message: ContractMessage][] = Object.entries(contractMessages)

/** The document up to the rows of its table. */
const documentHead = `# Every message of the contract, and the test that saw it on the screen

What a member's screens say in each case of [the contract](contract.md#messages). Made by \`npm run docs:messages\` of what
the browser tests noted; a run of all tests fails when this page says anything else.

| on | when | sentence | seen by |
|---|---|---|---|
`

/** The messages that the browser tests saw in their last run. Leaves out tests that were deleted since. */
export function readMessageSightings(): MessageSighting[] {
  const lines = globSync('*.jsonl', { cwd: sightingsFolder }).flatMap((name) =>
    readFileSync(join(sightingsFolder, name), 'utf8').trim().split('\n'),
  )
  const all = lines.map((line): MessageSighting => JSON.parse(line))
  return all.filter(({ spec }) => existsSync(join(root, 'e2e/journeys', spec)))
}

/** The alphabetically first test that saw a message; '' if no test did. */
function firstTestThatSaw(key: string, seen: readonly MessageSighting[]): string {
  const tests = seen.filter((each) => each.key === key).map(({ spec, test }) => `${spec}: ${test}`)
  return tests.toSorted()[0] ?? ''
}

export function renderMessagesTable(seen: readonly MessageSighting[]): string {
  const rows = messages.map(
    ([key, { on, when, says }]) => `| ${on} | ${when} | ${says} | ${firstTestThatSaw(key, seen)} |\n`,
  )
  return documentHead + rows.join('')
}

/** The text of docs/messages.md; '' if there is no such file. */
export const readCommittedTable = (): string => (existsSync(tableFile) ? readFileSync(tableFile, 'utf8') : '')

/** Faults: messages that no test saw, and a committed table that differs from the last run of the tests. */
export function findMessagesTableFaults(
  seen: readonly MessageSighting[] = readMessageSightings(),
  committed = readCommittedTable(),
): string[] {
  const unseen = messages.filter(([key]) => firstTestThatSaw(key, seen) === '')
  const faults = unseen.map(([key, { says }]) => `no test saw '${says}' (${key})`)
  if (renderMessagesTable(seen) !== committed) faults.push('docs/messages.md is stale: npm run docs:messages')
  return faults
}

if (import.meta.main) {
  const table = renderMessagesTable(readMessageSightings())
  writeFileSync(tableFile, table)
  const faults = findMessagesTableFaults(readMessageSightings(), table)
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
