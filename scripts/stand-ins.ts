/**
 * `npm run stand-ins`: starts stand-ins for the deposit sources, for Solapi and for PortOne, to be used with a running
 * demo. Prints the values to enter on the console's page 연동. Each line on standard input, such as `홍길동 10000`, is then
 * a transfer to the shop's account. Webhooks are sent to SHOP_URL, http://127.0.0.1:3000 by default.
 */
import { createInterface } from 'node:readline'
import { startSolapiStandIn } from '#lib/alimtalk/testing/solapi-stand-in.ts'
import { type PortoneStandIn, startPortoneStandIn } from '#lib/card-payments/testing/portone-stand-in.ts'
import {
  baseUrlLabel,
  type ConnectionKind,
  connectionDeclarations,
  connectionFields,
  notYetText,
} from '#lib/connections/labels.ts'
import type { SourceKind } from '#lib/deposits/sources/labels.ts'
import type { StandIn } from '#lib/deposits/sources/testing/stand-in.ts'
import { standInStarters } from '#lib/deposits/sources/testing/stand-ins.ts'

const shopUrl = process.env.SHOP_URL || 'http://127.0.0.1:3000'
const FIRST_PORT = 4_101

function printValues({ kind, values, url }: Pick<StandIn, 'values' | 'url'> & { kind: ConnectionKind }): void {
  console.log(`\n  ${connectionDeclarations[kind].label}`)
  for (const { name, label, choices } of connectionFields(kind)) {
    const shown = choices?.find(([value]) => value === values[name])?.[1] ?? values[name]
    if (shown) console.log(`    ${label}: ${shown}`)
  }
  console.log(`    ${baseUrlLabel}: ${url}`)
}

/** Sends the waiting webhooks of a stand-in, each up to three times. */
async function deliver(standIn: StandIn): Promise<void> {
  const url = `${shopUrl}/hooks/sources/${standIn.kind}`
  for (const { headers, body } of standIn.webhooks.splice(0))
    for (let tries = 0; tries < 3; tries++) {
      const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
      const text = (await response?.text()) ?? ''
      const isTaken = response !== null && standIn.accepts({ status: response.status, text })
      console.log(`  ${standIn.kind}: webhook ${isTaken ? 'taken' : `refused (${response?.status ?? 'no answer'})`}`)
      if (isTaken) break
    }
}

/** Sends the waiting webhooks of PortOne's stand-in, which come from the use of its payment page in a browser. */
async function deliverPayments({ webhooks }: PortoneStandIn): Promise<void> {
  for (const { headers, body } of webhooks.splice(0)) {
    const response = await fetch(`${shopUrl}/hooks/portone`, { method: 'POST', headers, body }).catch(() => null)
    console.log(
      `  portone: webhook ${response?.status === 200 ? 'taken' : `refused (${response?.status ?? 'no answer'})`}`,
    )
  }
}

/** Makes a stand-in report at once that the tax office accepted its receipts, because there is no tax office here. */
function fileAtOnce(standIn: StandIn & { documents?: { filesAtOnce: boolean } }): void {
  if (standIn.documents) standIn.documents.filesAtOnce = true
}

/** Makes each stand-in report the transfer that a line such as `홍길동 10000` describes. */
async function transfer(standIns: readonly StandIn[], line: string): Promise<void> {
  const [, name = '', amount = ''] = /^\s*(.+?)\s+([\d,]+)\s*$/.exec(line) ?? []
  if (name === '') return void console.log('  a transfer is a name and a sum: 홍길동 10000')
  for (const standIn of standIns) {
    standIn.transfer({ name, amount: Number(amount.replaceAll(',', '')) })
    await deliver(standIn)
  }
  console.log(`  transferred: ${name} ${amount}`)
}

/**
 * Starts Solapi's stand-in. It prints each message instead of sending it, and reports it as delivered a few seconds
 * later.
 */
async function startSolapi(port: number): Promise<void> {
  const { values, url, state, settle } = await startSolapiStandIn({ port })
  state.onTaken = ({ to, type, text }) => console.log(`  solapi: ${type} to ${to}: ${text.replaceAll('\n', ' ')}`)
  setInterval(settle, 3_000)
  printValues({ kind: 'solapi', values, url })
}

const standIns: StandIn[] = []
// Leaves out deposit sources that the shop can't be connected to yet.
const offeredKinds = (Object.keys(standInStarters) as SourceKind[]).filter((kind) => notYetText(kind) === null)
for (const [at, kind] of offeredKinds.entries()) {
  const standIn = await standInStarters[kind]?.({ port: FIRST_PORT + at })
  if (standIn) standIns.push(standIn)
}
console.log(`  Log in at ${shopUrl}/login as owner and connect these at ${shopUrl}/admin/connections:`)
standIns.forEach(printValues)
standIns.forEach(fileAtOnce)
await startSolapi(FIRST_PORT + offeredKinds.length)
const portone = await startPortoneStandIn({ port: FIRST_PORT + offeredKinds.length + 1 })
printValues({ kind: 'portone', ...portone })
setInterval(() => void deliverPayments(portone), 500)
console.log('\n  Then request a charge as a member and type its name and sum here: 홍길동 10000. Ctrl-C ends it all.\n')

// Keeps the process alive: the servers of the stand-ins and a closed standard input don't.
setInterval(() => {}, 60_000)
createInterface({ input: process.stdin }).on('line', (line) => void transfer(standIns, line))
