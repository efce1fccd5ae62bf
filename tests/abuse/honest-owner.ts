import { confirmApprovalCall, refuseApprovalCall } from '#lib/approvals/decisions/calls.ts'
import { settleRefundCall } from '#lib/charges/calls.ts'
import { resolveTaskCall } from '#lib/tasks/resolution/calls.ts'
import { findAccountHolder } from './bank.ts'
import {
  listChargesOfRefund,
  listDeposits,
  listDepositsOfCharge,
  listRefunds,
  listRewardTasks,
  listWaitingApprovals,
  readCharge,
  readDeposit,
  type StoredCharge,
  type StoredDeposit,
} from './records.ts'
import { sendCall, type World } from './world.ts'

// The actions of the honest OWNER. He compares the console with the shop's bank account, and confirms only what he
// finds there. He uses each bank line once, and sends money back only to the person who paid it.

/** What the OWNER looks for to find the bank line of a charge or deposit: the depositor name, and the amount in won. */
type PayerAndAmount = { readonly name: string; readonly amount: number }

/**
 * Finds a bank line with this name and amount that isn't reserved for another record, and reserves it for the record
 * `what`, such as 'deposit:7'. Returns true if the record now has a line, or had one before.
 */
function findLine({ bank, reservedLines: found }: World, { name, amount }: PayerAndAmount, what: string): boolean {
  if (found.has(what)) return true
  const taken = new Set(found.values())
  const line = bank.lines.find((each) => each.name === name && each.amount === amount && !taken.has(each.externalId))
  if (line) found.set(what, line.externalId)
  return line !== undefined
}

/**
 * True if a deposit is a real transfer: the bank itself reported it, or the bank has an unused line with its name and
 * amount.
 */
const isReal = (world: World, deposit: StoredDeposit): boolean =>
  deposit.source === 'HOOK' || findLine(world, deposit, `deposit:${deposit.id}`)

/**
 * Reserves the bank line of each deposit that the bank reported by webhook, so that the OWNER doesn't take that line as
 * proof of another charge or deposit.
 */
async function reserveReportedLines(world: World): Promise<void> {
  for (const { id, externalId, source } of await listDeposits(world))
    if (source === 'HOOK') world.reservedLines.set(`deposit:${id}`, externalId)
}

async function isPaidFor(world: World, charge: StoredCharge): Promise<boolean> {
  const deposits = await listDepositsOfCharge(charge.id)
  if (deposits.length === 0) return findLine(world, charge, `charge:${charge.id}`)
  return deposits.every((deposit) => isReal(world, deposit))
}

/**
 * True if the OWNER pays this refund: according to the bank, the holder of the account must have paid every charge that
 * the refund rests on.
 */
async function mayPay(world: World, refundId: number): Promise<boolean> {
  const holder = findAccountHolder(world.bank, world.accounts.get(refundId) ?? '')
  const charges = await listChargesOfRefund(refundId)
  if (!holder || charges.length === 0) return false
  for (const charge of charges) {
    const deposits = await listDepositsOfCharge(charge.id)
    const names = deposits.length > 0 ? deposits.map(({ name }) => name) : [charge.name]
    if (!names.every((name) => name === holder.name) || !(await isPaidFor(world, charge))) return false
  }
  return true
}

async function settleRefunds(world: World): Promise<void> {
  for (const { id, status } of await listRefunds(world)) {
    if (status !== 0) continue
    const pays = await mayPay(world, id)
    const reason = pays ? '은행에서 확인함' : '입금한 분의 계좌가 아니에요'
    const body = { status: pays ? 1 : 2, reason, bankChecked: pays }
    await sendCall(settleRefundCall, world.owner, { id, body })
  }
}

/**
 * True if the OWNER confirms a colleague's request, because he can verify it at the bank. He never confirms adjustments
 * of points.
 */
async function mayConfirm(world: World, { kind, subjectId }: { kind: string; subjectId: number }): Promise<boolean> {
  if (kind === 'CHARGE_APPROVE') return isPaidFor(world, await readCharge(subjectId))
  if (kind === 'REFUND_PAY') return mayPay(world, subjectId)
  // The money goes back to the card that paid.
  if (kind === 'CARD_CANCEL') return true
  return kind === 'DEPOSIT_IMPORT' && isReal(world, await readDeposit(subjectId))
}

async function decideApprovals(world: World): Promise<void> {
  for (const approval of await listWaitingApprovals(world)) {
    const call = (await mayConfirm(world, approval)) ? confirmApprovalCall : refuseApprovalCall
    await sendCall(call, world.owner, { id: approval.id, body: { reason: '은행을 확인함' } })
  }
}

/** Makes the OWNER decide all waiting approvals, all refund requests and all tasks about rewards. */
export async function runOwnerRound(world: World): Promise<void> {
  await reserveReportedLines(world)
  await decideApprovals(world)
  await settleRefunds(world)
  for (const { id } of await listRewardTasks(world))
    await sendCall(resolveTaskCall, world.owner, { id, body: { action: 'decline', reason: '같은 사람' } })
}
