import { findAccountHolder, sumPaidInByGang } from './bank.ts'
import { listDeposits, listRefunds } from './records.ts'
import type { World } from './world.ts'

/** The cash that a gang has paid to the shop and got out of it, in won. */
export type Tally = {
  readonly paidIn: number
  /** Refunds paid to accounts of the gang, deposits returned to it, and card payments that went back to its cards. */
  readonly cashOut: number
}

const REFUND_PAID = 1

async function refundedToGang(world: World): Promise<number> {
  const toGang = (id: number) => findAccountHolder(world.bank, world.accounts.get(id) ?? '')?.isGang ?? false
  const paid = (await listRefunds(world)).filter(({ id, status }) => status === REFUND_PAID && toGang(id))
  return paid.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Won that staff returned to the gang. A real transfer goes back to its payer. An imported line that matches no real
 * transfer counts as returned to the gang, because the MANAGER could send that money anywhere.
 */
async function returnedToGang(world: World): Promise<number> {
  const isTheirs = (externalId: string) => {
    const line = world.bank.lines.find((each) => each.externalId === externalId)
    return line ? line.payer.isGang : true
  }
  const back = (await listDeposits(world)).filter(
    ({ status, externalId }) => status === 'RETURNED' && isTheirs(externalId),
  )
  return back.reduce((sum, { amount }) => sum + amount, 0)
}

/** Won that the gang paid by card, and won that PortOne gave back to its cards. */
function cardTallyOf({ portone, payments }: World): Tally {
  return {
    paidIn: payments.reduce((sum, { won }) => sum + won, 0),
    cashOut: payments.reduce((sum, { paymentId }) => sum + portone.cancelled(paymentId).won, 0),
  }
}

export async function computeCashTally(world: World): Promise<Tally> {
  const byCard = cardTallyOf(world)
  return {
    paidIn: sumPaidInByGang(world.bank) + byCard.paidIn,
    cashOut: (await refundedToGang(world)) + (await returnedToGang(world)) + byCard.cashOut,
  }
}
