import { randomUUID } from 'node:crypto'
import type { PortoneStandIn } from '#lib/card-payments/testing/portone-stand-in.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import type { Call, Role } from '#lib/core/call.ts'
import { db, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { reauthHeaders } from '#lib/sessions/testing/reauth.ts'
import { type Headers, type SignedIn, send, signIn } from '#lib/web/testing/caller.ts'
import { type Bank, newBank, openBankAccount, type Person } from './bank.ts'

/** A person with an account in the shop and one at the bank. */
export type Participant = SignedIn & { readonly person: Person }

/**
 * A requested charge. Its amount is the same in points and in won, because no tax invoice (with its added tax) is
 * requested.
 */
export type RequestedCharge = {
  readonly id: number
  readonly by: Participant
  readonly name: string
  readonly amount: number
}

/** A payment by card, which its member has made in PortOne's window. `paymentId` is its id at PortOne. */
export type CardPayment = { readonly paymentId: string; readonly won: number }

/**
 * The people and records of one sequence of actions. The gang consists of three members and a MANAGER; the first member
 * has referred the other two. The OWNER and the strangers are honest.
 */
export type World = {
  readonly bank: Bank
  readonly portone: PortoneStandIn
  readonly gang: readonly Participant[]
  readonly manager: Participant
  readonly owner: Participant
  readonly strangers: readonly Participant[]
  readonly serviceId: number
  /** Highest ids before this world was made. Rows up to them belong to earlier worlds in the same database. */
  readonly before: { readonly deposit: number; readonly refund: number; readonly approval: number }
  readonly charges: RequestedCharge[]
  /** The gang's payments by card, oldest first. */
  readonly payments: CardPayment[]
  /** Orders of a service whose unit costs one won. */
  readonly orders: { readonly id: number; readonly by: Participant; readonly won: number }[]
  /** Ids of the refills and cancellations that the gang has requested. */
  readonly requests: number[]
  /** Codes of the coupons that the MANAGER has made. */
  readonly coupons: string[]
  /** Depositor names that the gang knows from its own charges and from the bank's records. */
  readonly names: string[]
  /** Account number to which a refund will be paid, by the id of the refund request. */
  readonly accounts: Map<number, string>
  /**
   * Id of the bank line that the OWNER has reserved for each record, such as 'deposit:7' or 'charge:7'. No line is
   * reserved twice.
   */
  readonly reservedLines: Map<string, string>
}

async function makeParticipant(bank: Bank, name: string, isGang: boolean, role: Role = 'MEMBER'): Promise<Participant> {
  const member = await makeMember({ loginId: `m${randomUUID().slice(0, 12)}`, role })
  await db().rows("UPDATE members SET role_since = now() - interval '3 days' WHERE id = $1", [member.id])
  const signed = await signIn(member, role)
  const headers: Headers = { ...signed.headers, ...(await reauthHeaders(signed)) }
  return { ...signed, headers, person: openBankAccount(bank, name, isGang) }
}

const lastIds = `SELECT coalesce((SELECT max(id) FROM deposits), 0)::int AS deposit,
  coalesce((SELECT max(id) FROM refund_requests), 0)::int AS refund,
  coalesce((SELECT max(id) FROM approvals), 0)::int AS approval`

/** Makes a random name, which no record of an earlier world has. */
export const randomName = (kind: string): string => `${kind}${randomUUID().slice(0, 8)}`

export async function makeWorld(portone: PortoneStandIn): Promise<World> {
  // Keeps the worker from asking PortOne about payments of earlier worlds.
  await db().rows('UPDATE card_payments SET next_ask_at = NULL')
  const bank = newBank()
  const gang = [
    await makeParticipant(bank, randomName('가담'), true),
    await makeParticipant(bank, randomName('나담'), true),
    await makeParticipant(bank, randomName('다담'), true),
  ]
  await db().rows('UPDATE members SET referred_by_id = $1 WHERE id = ANY ($2::int[])', [
    gang[0]?.id,
    gang.slice(1).map(({ id }) => id),
  ])
  return {
    bank,
    portone,
    gang,
    manager: await makeParticipant(bank, randomName('매니저'), true, 'MANAGER'),
    owner: await makeParticipant(bank, randomName('대표'), false, 'OWNER'),
    strangers: [
      await makeParticipant(bank, randomName('손님'), false),
      await makeParticipant(bank, randomName('단골'), false),
    ],
    serviceId: await makeService({ price: 1, max: 100_000_000, refillDays: 30, canCancel: true }),
    before: await oneRow(db(), lastIds),
    charges: [],
    payments: [],
    orders: [],
    requests: [],
    coupons: [],
    names: gang.map(({ person }) => person.name),
    accounts: new Map(),
    reservedLines: new Map(),
  }
}

/** Thrown for an answer with a 5xx status, which fails the test. */
class ServerFault extends Error {}

/**
 * Sends a call as this person, or without a session if `by` is null. Returns null if the call is refused.
 * @throws ServerFault for a 5xx answer
 */
export async function sendCall<T>(
  call: Call,
  by: Participant | null,
  asked: { id?: number; body?: unknown; headers?: Headers },
) {
  const path = call.path.replace('{id}', String(asked.id))
  const answer = await send(call, { path, headers: { ...by?.headers, ...asked.headers }, body: asked.body })
  if (answer.status >= 500) throw new ServerFault(`${call.method} ${path}: ${answer.status}`)
  return answer.status < 300 ? (answer.json as T) : null
}
