// The model's state and steps. All amounts are in hundredths of a point. Records are named by the step that made them,
// because their ids in the shop depend on which of several concurrent steps comes first.

export type EntryKind =
  | 'ADJUSTMENT'
  | 'AUTO_ORDER'
  | 'AUTO_ORDER_REFUND'
  | 'BULK_ORDER'
  | 'CASH_REFUND'
  | 'CHARGE'
  | 'CHARGE_REVERSAL'
  | 'COUPON'
  | 'DEBT_RECOVERY'
  | 'ORDER'
  | 'ORDER_REFUND'
  | 'REFERRAL_REWARD'
  | 'REWARD_REVERSAL'

/** The numbers that the shop has for these states. */
export const orderStatus = { PENDING: 0, INPROGRESS: 1, COMPLETED: 2, PARTIAL: 3, PROCESSING: 4, CANCELED: 5 } as const
/** The numbers that the shop has for the statuses of auto orders. */
export const autoStatus = { ACTIVE: 0, COMPLETED: 1, CANCELED: 2, PARTIAL: 3 } as const
export const chargeStatus = { WAITING: 0, CREDITED: 1, FAILED: 2 } as const
/** The numbers that the shop has for the statuses of cash refunds. */
export const refundStatus = { REQUESTED: 0, PAID: 1, REJECTED: 2 } as const

/**
 * A change of a member's balance. `cause` is the charge of a CHARGE or of its reversal, or the debit that paid for an
 * order. `parts` are the charges that a cash refund pays back.
 */
export type ModelEntry = { kind: EntryKind; delta: number; cause: string; parts?: ChargePoints[] }

/** Some of the points of one charge. */
export type ChargePoints = { charge: string; points: number }

/** Points that a reversal didn't find on the balance. `charge` is the reversed charge. */
export type ModelDebt = { charge: string; left: number }

export type ModelMember = { balance: number; debts: ModelDebt[]; entries: ModelEntry[] }

/**
 * `paidWith` is the debit that paid for the order: its own, or that of its bulk order or auto order. `isDefault` is
 * false for a service of another type, which has neither refills nor cancellations on request. `isOld` is true once the
 * order is a day old.
 */
export type ModelOrder = {
  by: number
  amount: number
  price: number
  status: number
  remains: number
  refunded: number
  startCount: number | null
  paidWith: string
  isDefault: boolean
  isOld: boolean
}

/** `completed` is the number of runs made. `isDue` is true once the time of the next run has come. */
export type ModelAuto = {
  by: number
  amount: number
  price: number
  runs: number
  completed: number
  isDue: boolean
  status: number
  refunded: number
}

/**
 * `isOld` is true once the charge is 72 hours old. `vouched` is true if the bank or a second person confirms that the
 * money came. `givenBack` is true once staff have refunded an order of the member that had already begun.
 */
export type ModelCharge = {
  by: number
  point: number
  status: number
  reversed: boolean
  isOld: boolean
  vouched: boolean
  givenBack: boolean
}

/** `left`: how many more members can use it. `usedBy`: positions in `Model.members` of those who did. */
export type ModelCoupon = { point: number; left: number; usedBy: number[] }
export type RequestKind = 'REFILL' | 'CANCEL' | 'SPEED_UP'
export type ModelRequest = { of: string; kind: RequestKind; state: 'ASKED' | 'DONE' | 'REFUSED'; isOld: boolean }
export type ModelRefund = { by: number; point: number; status: number; parts: ChargePoints[] }

/** The reward for the first credited charge of the referred member. */
export type ModelReward = {
  charge: string
  reward: number
  state: 'OWED' | 'PAID' | 'CANCELED'
  paid: number
  takenBack: number
}

export type Model = {
  members: ModelMember[]
  orders: Record<string, ModelOrder>
  autos: Record<string, ModelAuto>
  requests: Record<string, ModelRequest>
  charges: Record<string, ModelCharge>
  coupons: Record<string, ModelCoupon>
  refunds: Record<string, ModelRefund>
  reward: ModelReward | null
}

/**
 * One action of a member, of staff, of the worker or of time. `of` is the key of an earlier step, and means the record
 * that this step made.
 */
export type Step = { readonly key: string } & (
  | { readonly do: 'order'; readonly who: number; readonly amount: number }
  | { readonly do: 'orderMany'; readonly who: number; readonly amounts: readonly number[] }
  | {
      readonly do: 'orderOfType'
      readonly who: number
      readonly type: string
      readonly amount: number
      readonly runs: number
      readonly details: Details
    }
  | { readonly do: 'autoOrder'; readonly who: number; readonly amount: number; readonly runs: number }
  | { readonly do: 'cancel'; readonly who: number; readonly of: string }
  | { readonly do: 'cancelAuto'; readonly who: number; readonly of: string }
  | { readonly do: 'timeOfNextRun'; readonly of: string }
  | { readonly do: 'makeRuns' }
  | {
      readonly do: 'transition'
      readonly of: string
      readonly status: number
      readonly remains: number | null
      readonly startCount: number | null
    }
  | { readonly do: 'refill'; readonly who: number; readonly of: string; readonly currentCount: number | null }
  | { readonly do: 'speedUp'; readonly who: number; readonly of: string }
  | { readonly do: 'dayAfterOrder'; readonly of: string }
  | { readonly do: 'answer'; readonly of: string; readonly state: 'DONE' | 'REFUSED' }
  | { readonly do: 'charge'; readonly who: number; readonly won: number }
  | { readonly do: 'withdraw'; readonly who: number; readonly of: string }
  | { readonly do: 'deposit'; readonly of: string }
  | { readonly do: 'approve'; readonly of: string }
  | { readonly do: 'reject'; readonly of: string }
  | { readonly do: 'reverse'; readonly of: string }
  | { readonly do: 'refundPeriodEnds'; readonly of: string }
  | { readonly do: 'requestRefund'; readonly who: number; readonly won: number | null }
  | { readonly do: 'payRefund'; readonly of: string; readonly bankChecked: boolean }
  | { readonly do: 'rejectRefund'; readonly of: string }
  | { readonly do: 'adjust'; readonly who: number; readonly delta: number }
  | { readonly do: 'coupon'; readonly point: number; readonly times: number }
  | { readonly do: 'redeem'; readonly who: number; readonly of: string }
)

/** The fields, as they are sent, that a type other than Default asks for besides link and quantity. */
export type Details = Readonly<Record<string, string | number | readonly string[]>>

export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>
/** A function that performs a step in the model, and returns the answer that the shop must give. */
export type Apply<Name extends Step['do']> = (model: Model, step: StepOf<Name>) => Outcome
export type ApplyAll<Name extends Step['do']> = { [Each in Name]: Apply<Each> }

/** The expected answer to a call: its status, and its code if the call is refused. */
export type Outcome = { readonly status: number; readonly code?: string }

const refused = (status: number, code: string): Outcome => ({ status, code })
export const ok = (status = 200): Outcome => ({ status })
export const conflict = refused(409, 'CONFLICT')
export const notFound = refused(404, 'NOT_FOUND')
export const badInput = refused(400, 'BAD_INPUT')
export const insufficientPoints = refused(400, 'INSUFFICIENT_POINTS')

export const memberOf = (model: Model, who: number): ModelMember => model.members[who] as ModelMember

/** Moves points and writes the ledger entry. */
export function movePoints(member: ModelMember, entry: ModelEntry): void {
  if (entry.delta === 0) return
  member.balance += entry.delta
  member.entries.push(entry)
}

/** Credits points, and pays the member's debts from them at once, the oldest first. */
export function creditPoints(member: ModelMember, kind: EntryKind, points: number, cause = ''): void {
  movePoints(member, { kind, delta: points, cause })
  for (const debt of member.debts) {
    const recovered = Math.min(debt.left, member.balance)
    debt.left -= recovered
    movePoints(member, { kind: 'DEBT_RECOVERY', delta: -recovered, cause: debt.charge })
  }
}

/** Takes points back. Points that the balance lacks become a debt. */
export function takePointsBack(member: ModelMember, kind: EntryKind, points: number, charge: string): void {
  const taken = Math.min(member.balance, points)
  movePoints(member, { kind, delta: -taken, cause: charge })
  if (points > taken) member.debts.push({ charge, left: points - taken })
}

/** Sum of a member's open debts, in hundredths of a point. */
export const debtOf = ({ debts }: ModelMember): number => debts.reduce((sum, { left }) => sum + left, 0)
