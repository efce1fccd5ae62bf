import { confirmApprovalCall, refuseApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { settleRefundCall } from '#lib/charges/calls.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { holderOf } from './bank.ts'
import {
  chargeById,
  chargesUnder,
  depositById,
  depositsBehind,
  depositsOf,
  refundsOf,
  rewardTasks,
  type StoredCharge,
  type StoredDeposit,
  waitingApprovals,
} from './records.ts'
import { ask, type World } from './world.ts'

// The OWNER has the shop's bank account open beside the console. He confirms what he finds there, each line once, and
// sends money back only to the person whom it came from.

type TreatedRecord = { readonly name: string; readonly amount: number }

/** Finds a line that stands for nothing else yet for what somebody says was paid. */
function findLine({ bank, found }: World, { name, amount }: TreatedRecord, what: string): boolean {
  if (found.has(what)) return true
  const taken = new Set(found.values())
  const line = bank.lines.find((each) => each.name === name && each.amount === amount && !taken.has(each.externalId))
  if (line) found.set(what, line.externalId)
  return line !== undefined
}

/** A deposit that the bank reported is a line; one that somebody typed is one only if the bank shows another like it. */
const isReal = (world: World, deposit: StoredDeposit): boolean =>
  deposit.source === 'HOOK' || findLine(world, deposit, `deposit:${deposit.id}`)

/** What the bank itself reported stands for its own line. */
async function findReported(world: World): Promise<void> {
  for (const { id, externalId, source } of await depositsOf(world))
    if (source === 'HOOK') world.found.set(`deposit:${id}`, externalId)
}

async function isPaidFor(world: World, charge: StoredCharge): Promise<boolean> {
  const deposits = await depositsBehind(charge.id)
  if (deposits.length === 0) return findLine(world, charge, `charge:${charge.id}`)
  return deposits.every((deposit) => isReal(world, deposit))
}

/** Money goes back only to an account of whoever is named as depositor, as the bank knows its holder. */
async function mayPay(world: World, refundId: number): Promise<boolean> {
  const holder = holderOf(world.bank, world.accounts.get(refundId) ?? '')
  const charges = await chargesUnder(refundId)
  if (!holder || charges.length === 0) return false
  for (const charge of charges) {
    const deposits = await depositsBehind(charge.id)
    const names = deposits.length > 0 ? deposits.map(({ name }) => name) : [charge.name]
    if (!names.every((name) => name === holder.name) || !(await isPaidFor(world, charge))) return false
  }
  return true
}

async function settleRefunds(world: World): Promise<void> {
  for (const { id, status } of await refundsOf(world)) {
    if (status !== 0) continue
    const pays = await mayPay(world, id)
    const reason = pays ? '은행에서 확인함' : '입금한 분의 계좌가 아니에요'
    const body = { status: pays ? 1 : 2, reason, bankChecked: pays }
    await ask(settleRefundCall, world.owner, { id, body })
  }
}

/** What he can find at the bank he confirms; gifts of points that a colleague asks for he doesn't. */
async function mayConfirm(world: World, { kind, subjectId }: { kind: string; subjectId: number }): Promise<boolean> {
  if (kind === 'CHARGE_APPROVE') return isPaidFor(world, await chargeById(subjectId))
  if (kind === 'REFUND_PAY') return mayPay(world, subjectId)
  return kind === 'DEPOSIT_IMPORT' && isReal(world, await depositById(subjectId))
}

async function decideApprovals(world: World): Promise<void> {
  for (const approval of await waitingApprovals(world)) {
    const call = (await mayConfirm(world, approval)) ? confirmApprovalCall : refuseApprovalCall
    await ask(call, world.owner, { id: approval.id, body: { reason: '은행을 확인함' } })
  }
}

/** Goes through all that waits for a person. */
export async function honestRound(world: World): Promise<void> {
  await findReported(world)
  await decideApprovals(world)
  await settleRefunds(world)
  for (const { id } of await rewardTasks(world))
    await ask(resolveTaskCall, world.owner, { id, body: { action: 'decline', reason: '같은 사람' } })
}
