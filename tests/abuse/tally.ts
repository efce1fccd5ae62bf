import { holderOf, paidInByGang } from './bank.ts'
import { depositsOf, refundsOf } from './records.ts'
import type { World } from './world.ts'

/** What a gang brought and what it left with, in won. */
export type Tally = {
  readonly paidIn: number
  /** Refunds to its accounts, and transfers returned to it. */
  readonly cashOut: number
}

const REFUND_PAID = 1

async function refunded(world: World): Promise<number> {
  const toGang = (id: number) => holderOf(world.bank, world.accounts.get(id) ?? '')?.isGang ?? false
  const paid = (await refundsOf(world)).filter(({ id, status }) => status === REFUND_PAID && toGang(id))
  return paid.reduce((sum, { amount }) => sum + amount, 0)
}

/** A real line goes back to whoever sent it; of one that only the MANAGER has seen he says where it went. */
async function returned(world: World): Promise<number> {
  const isTheirs = (externalId: string) => {
    const line = world.bank.lines.find((each) => each.externalId === externalId)
    return line ? line.payer.isGang : true
  }
  const back = (await depositsOf(world)).filter(
    ({ status, externalId }) => status === 'RETURNED' && isTheirs(externalId),
  )
  return back.reduce((sum, { amount }) => sum + amount, 0)
}

export async function tallyOf(world: World): Promise<Tally> {
  return { paidIn: paidInByGang(world.bank), cashOut: (await refunded(world)) + (await returned(world)) }
}
