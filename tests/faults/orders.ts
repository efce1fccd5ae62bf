import { randomUUID } from 'node:crypto'
import { issueApiKey } from '#lib/api-keys/issue-api-key.ts'
import { makeService } from '#lib/catalog/testing/services.ts'
import { type Database, oneRow } from '#lib/core/db.ts'
import { makeMember } from '#lib/members/testing/members.ts'
import { type Answer, NoAnswer, type RequestToSend, sendUntilDefinite } from './client.ts'
import type { Random } from './random.ts'

export type Reseller = { readonly memberId: number; readonly key: string }

export async function makeResellers(db: Database, count: number): Promise<Reseller[]> {
  const made: Reseller[] = []
  for (let at = 0; at < count; at++) {
    const { id } = await makeMember({ loginId: `reseller_${at}`, points: 100_000_000 }, db)
    made.push({ memberId: id, key: await issueApiKey(db, id) })
  }
  return made
}

/** Creates a service whose unit price, 0.333 points, isn't a whole number of points. */
export const makeServiceWithFractionalPrice = (db: Database): Promise<number> => makeService({ price: 0.333 }, db)

/** A request for one or several orders with one idempotency key, and the first answer, which acknowledged them. */
type AcknowledgedRequest = {
  readonly by: Reseller
  readonly sent: RequestToSend
  readonly answer: Answer
  readonly orderIds: readonly number[]
}

/** Number of answers of each kind that a run of orders got. */
export type Tally = { answered: number; refusedForNow: number; unanswered: number; faults: string[] }

export const newTally = (): Tally => ({ answered: 0, refusedForNow: 0, unanswered: 0, faults: [] })

/** True for a 503 with a Korean message and a Retry-After header. */
const isRefusalForNow = ({ status, headers, json }: Answer): boolean =>
  status === 503 && headers['retry-after'] !== undefined && /[가-힣]/.test((json as { message?: string }).message ?? '')

/**
 * Counts an answer. A 5xx is a fault, except a 503 with a Korean message and a Retry-After header (`isRefusalForNow`).
 */
export function countAnswer(tally: Tally, answer: Answer | NoAnswer): void {
  if (answer instanceof NoAnswer) tally.unanswered += 1
  else if (isRefusalForNow(answer)) tally.refusedForNow += 1
  else if (answer.status >= 500) tally.faults.push(`${answer.status} ${JSON.stringify(answer.json)}`)
  else tally.answered += 1
}

const orderOf = (serviceId: number, random: Random) => ({
  serviceId,
  link: `https://instagram.com/p/${random.between(1, 1_000_000)}`,
  amount: random.between(1, 500),
})

function newOrder(by: Reseller, serviceId: number, random: Random): RequestToSend {
  const many = random.next() < 0.2
  const headers = { 'api-key': by.key, 'idempotency-key': randomUUID() }
  const orders = Array.from({ length: random.between(2, 20) }, () => orderOf(serviceId, random))
  return many
    ? { path: '/orders', headers, body: JSON.stringify({ orders }) }
    : { path: '/order', headers, body: JSON.stringify(orders[0]) }
}

function idsOf({ json }: Answer): number[] {
  const { wId, results } = json as { wId?: number; results?: { wId?: number }[] }
  return [wId, ...(results ?? []).map((row) => row.wId)].filter((id) => id !== undefined)
}

/**
 * Places orders until `isOver`, and repeats each request until its outcome is known. One request in ten repeats an
 * earlier one, and must get the same answer. Returns all acknowledged orders.
 */
export async function orderRepeatedly(
  url: () => string,
  by: Reseller,
  options: { serviceId: number; random: Random; tally: Tally; isOver(): boolean },
): Promise<AcknowledgedRequest[]> {
  const { serviceId, random, tally, isOver } = options
  const acknowledged: AcknowledgedRequest[] = []
  while (!isOver()) {
    const before = random.next() < 0.1 ? random.pick(acknowledged) : undefined
    const sent = before?.sent ?? newOrder(by, serviceId, random)
    const answer = await sendUntilDefinite(url, sent, (each) => countAnswer(tally, each))
    if (answer.status !== 201) tally.faults.push(`${sent.path}: ${answer.status} ${JSON.stringify(answer.json)}`)
    else if (!before) acknowledged.push({ by, sent, answer, orderIds: idsOf(answer) })
    else if (JSON.stringify(answer.json) !== JSON.stringify(before.answer.json))
      tally.faults.push(
        `a repeated order was answered ${JSON.stringify(answer.json)}, not ${JSON.stringify(before.answer.json)}`,
      )
  }
  return acknowledged
}

/**
 * Counts the acknowledged orders that aren't stored (`lost`), and the stored orders that weren't acknowledged
 * (`others`).
 */
export async function compareOrders(db: Database, acknowledged: readonly AcknowledgedRequest[]) {
  const ids = acknowledged.flatMap(({ orderIds }) => orderIds)
  const counts = await oneRow<{ lost: number; others: number; stored: number }>(
    db,
    `WITH asked AS (SELECT DISTINCT unnest($1::int[]) AS id)
     SELECT count(*) FILTER (WHERE o.id IS NULL)::int AS lost, count(*) FILTER (WHERE asked.id IS NULL)::int AS others,
       count(o.id)::int AS stored
     FROM asked FULL JOIN orders o USING (id)`,
    [ids],
  )
  return { ...counts, acknowledged: new Set(ids).size, twice: ids.length - new Set(ids).size }
}
