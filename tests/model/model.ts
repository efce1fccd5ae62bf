// The rules of the shop's money, in memory and without any of the shop's code, to compare the shop with. All amounts
// are in hundredths of a point. Records are named by the step that made them, because their ids in the shop depend on
// which of several concurrent steps comes first.

/** Price of one unit of the only service, in hundred-thousandths of a point, and its smallest and largest quantity. */
export const UNIT = 33_333
export const [MIN, MAX] = [10, 5_000]

const [PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED] = [0, 1, 2, 3, 4, 5]
const [WAITING, CREDITED, FAILED] = [0, 1, 2]

export type Kind =
  | 'ADJUSTMENT'
  | 'AUTO_ORDER'
  | 'AUTO_ORDER_REFUND'
  | 'BULK_ORDER'
  | 'CHARGE'
  | 'CHARGE_REVERSAL'
  | 'COUPON'
  | 'DEBT_RECOVERY'
  | 'ORDER'
  | 'ORDER_REFUND'

export type ModelMember = { balance: number; debt: number; ledger: Partial<Record<Kind, number>> }
type ModelOrder = { by: number; amount: number; price: number; status: number; remains: number; refunded: number }
type ModelAuto = { by: number; price: number; runs: number; canceled: boolean }
type ModelCharge = { by: number; point: number; status: number; reversed: boolean }
type ModelCoupon = { point: number; left: number; usedBy: number[] }

export type Model = {
  members: ModelMember[]
  orders: Record<string, ModelOrder>
  autos: Record<string, ModelAuto>
  charges: Record<string, ModelCharge>
  coupons: Record<string, ModelCoupon>
}

/** One action of a member or of staff. `of` names the record that an earlier step made, such as an order. */
export type Step = { readonly key: string } & (
  | { readonly do: 'order'; readonly who: number; readonly amount: number }
  | { readonly do: 'orderMany'; readonly who: number; readonly amounts: readonly number[] }
  | { readonly do: 'autoOrder'; readonly who: number; readonly amount: number; readonly runs: number }
  | { readonly do: 'cancel'; readonly who: number; readonly of: string }
  | { readonly do: 'cancelAuto'; readonly who: number; readonly of: string }
  | { readonly do: 'transition'; readonly of: string; readonly status: number; readonly remains: number | null }
  | { readonly do: 'charge'; readonly who: number; readonly won: number }
  | { readonly do: 'withdraw'; readonly who: number; readonly of: string }
  | { readonly do: 'deposit'; readonly of: string }
  | { readonly do: 'approve'; readonly of: string }
  | { readonly do: 'reject'; readonly of: string }
  | { readonly do: 'reverse'; readonly of: string }
  | { readonly do: 'adjust'; readonly who: number; readonly delta: number }
  | { readonly do: 'coupon'; readonly point: number; readonly times: number }
  | { readonly do: 'redeem'; readonly who: number; readonly of: string }
)

/** What a call must answer: its status, and its code if it is refused. */
export type Outcome = { readonly status: number; readonly code?: string }

const ok = (status = 200): Outcome => ({ status })
const refused = (status: number, code: string): Outcome => ({ status, code })
const conflict = refused(409, 'CONFLICT')
const notFound = refused(404, 'NOT_FOUND')
const badInput = refused(400, 'BAD_INPUT')
const tooPoor = refused(400, 'INSUFFICIENT_POINTS')

export const newModel = (members: number, balance: number): Model => ({
  members: Array.from({ length: members }, () => ({ balance, debt: 0, ledger: { ADJUSTMENT: balance } })),
  orders: {},
  autos: {},
  charges: {},
  coupons: {},
})

/** Price of this number of units, rounded up once. */
const priceOf = (units: number): number => Math.ceil((units * UNIT) / 1_000)

function move(member: ModelMember, kind: Kind, delta: number): void {
  if (delta === 0) return
  member.balance += delta
  member.ledger[kind] = (member.ledger[kind] ?? 0) + delta
}

/** Credits points. The member's debt is paid from them at once. */
function credit(member: ModelMember, kind: Kind, points: number): void {
  move(member, kind, points)
  const recovered = Math.min(member.debt, member.balance)
  member.debt -= recovered
  move(member, 'DEBT_RECOVERY', -recovered)
}

const memberOf = (model: Model, who: number): ModelMember => model.members[who] as ModelMember

/** Statuses that staff may give an order, by its present status. */
const allowed: Record<number, readonly number[]> = {
  [PENDING]: [PROCESSING, INPROGRESS, COMPLETED, CANCELED],
  [PROCESSING]: [INPROGRESS, COMPLETED, PARTIAL, CANCELED],
  [INPROGRESS]: [PROCESSING, COMPLETED, PARTIAL, CANCELED],
  [COMPLETED]: [PARTIAL, CANCELED],
  [PARTIAL]: [PARTIAL, CANCELED],
  [CANCELED]: [],
}

function endOrder(model: Model, order: ModelOrder, to: number, target: number): void {
  credit(memberOf(model, order.by), 'ORDER_REFUND', target - order.refunded)
  Object.assign(order, { status: to, refunded: target })
}

function transition(model: Model, order: ModelOrder, wanted: number, remains: number | null): Outcome {
  const isPart = wanted === PARTIAL && remains !== null
  const to = isPart && remains <= 0 ? COMPLETED : isPart && remains >= order.amount ? CANCELED : wanted
  if (!allowed[order.status]?.includes(to)) return conflict
  if (to === PARTIAL) {
    if (remains === null || (order.status === PARTIAL && remains <= order.remains)) return conflict
    order.remains = remains
    const share = Math.floor((order.price * remains) / order.amount)
    endOrder(model, order, PARTIAL, Math.max(share, order.refunded))
  } else {
    const isOpen = [PENDING, PROCESSING, INPROGRESS].includes(order.status)
    if (to === COMPLETED) order.remains = 0
    else if (to === CANCELED && isOpen && remains !== null) order.remains = Math.min(remains, order.amount)
    endOrder(model, order, to, to === CANCELED ? order.price : order.refunded)
  }
  return ok()
}

type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>
type Apply<Name extends Step['do']> = (model: Model, step: StepOf<Name>) => Outcome

/** A new order, or the first run of an auto order, which is one too. */
const newOrder = (by: number, amount: number, price: number): ModelOrder => ({
  by,
  amount,
  price,
  status: PENDING,
  remains: amount,
  refunded: 0,
})

const steps: { [Name in Step['do']]: Apply<Name> } = {
  order: (model, { key, who, amount }) => {
    const member = memberOf(model, who)
    if (amount < MIN || amount > MAX) return badInput
    if (priceOf(amount) > member.balance) return tooPoor
    move(member, 'ORDER', -priceOf(amount))
    model.orders[key] = newOrder(who, amount, priceOf(amount))
    return ok(201)
  },
  orderMany: (model, { key, who, amounts }) => {
    const member = memberOf(model, who)
    const total = amounts.reduce((sum, amount) => sum + priceOf(amount), 0)
    // The call is atomic: a row that the points don't cover refuses all of them.
    if (total > member.balance) return conflict
    move(member, 'BULK_ORDER', -total)
    for (const [at, amount] of amounts.entries()) model.orders[`${key}.${at}`] = newOrder(who, amount, priceOf(amount))
    return ok(201)
  },
  autoOrder: (model, { key, who, amount, runs }) => {
    const member = memberOf(model, who)
    const price = priceOf(amount * runs)
    if (amount < MIN || amount > MAX || runs < 2) return badInput
    if (price > member.balance) return tooPoor
    move(member, 'AUTO_ORDER', -price)
    model.autos[key] = { by: who, price, runs, canceled: false }
    model.orders[key] = newOrder(who, amount, Math.floor(price / runs))
    return ok(201)
  },
  cancel: (model, { who, of }) => {
    const order = model.orders[of]
    if (!order || order.by !== who) return notFound
    if (order.status !== PENDING) return conflict
    endOrder(model, order, CANCELED, order.price)
    return ok()
  },
  cancelAuto: (model, { who, of }) => {
    const auto = model.autos[of]
    if (!auto || auto.by !== who) return notFound
    if (auto.canceled) return conflict
    auto.canceled = true
    credit(memberOf(model, who), 'AUTO_ORDER_REFUND', auto.price - Math.floor(auto.price / auto.runs))
    return ok()
  },
  transition: (model, { of, status, remains }) => {
    const order = model.orders[of]
    return order ? transition(model, order, status, remains) : notFound
  },
  charge: (model, { key, who, won }) => {
    const waiting = Object.values(model.charges).filter(({ by, status }) => by === who && status === WAITING)
    if (waiting.length >= 10) return conflict
    model.charges[key] = { by: who, point: won * 100, status: WAITING, reversed: false }
    return ok(201)
  },
  withdraw: (model, { who, of }) => {
    const charge = model.charges[of]
    if (!charge || charge.by !== who) return notFound
    return settleCharge(model, charge, FAILED)
  },
  deposit: (model, { of }) => {
    const charge = model.charges[of]
    if (charge) settleCharge(model, charge, CREDITED)
    return ok()
  },
  approve: (model, { of }) => {
    const charge = model.charges[of]
    return charge ? settleCharge(model, charge, CREDITED) : notFound
  },
  reject: (model, { of }) => {
    const charge = model.charges[of]
    return charge ? settleCharge(model, charge, FAILED) : notFound
  },
  reverse: (model, { of }) => {
    const charge = model.charges[of]
    if (!charge) return notFound
    if (charge.status !== CREDITED || charge.reversed) return conflict
    const member = memberOf(model, charge.by)
    const taken = Math.min(member.balance, charge.point)
    charge.reversed = true
    move(member, 'CHARGE_REVERSAL', -taken)
    member.debt += charge.point - taken
    return ok()
  },
  adjust: (model, { who, delta }) => {
    const member = memberOf(model, who)
    if (member.balance + delta * 100 < 0) return conflict
    if (delta > 0) credit(member, 'ADJUSTMENT', delta * 100)
    else move(member, 'ADJUSTMENT', delta * 100)
    return ok()
  },
  coupon: (model, { key, point, times }) => {
    model.coupons[key] = { point: point * 100, left: times, usedBy: [] }
    return ok(201)
  },
  redeem: (model, { who, of }) => {
    const coupon = model.coupons[of]
    if (!coupon) return notFound
    if (coupon.usedBy.includes(who) || coupon.left === 0) return conflict
    coupon.left -= 1
    coupon.usedBy.push(who)
    credit(memberOf(model, who), 'COUPON', coupon.point)
    return ok(201)
  },
}

function settleCharge(model: Model, charge: ModelCharge, to: number): Outcome {
  if (charge.status !== WAITING) return conflict
  charge.status = to
  if (to === CREDITED) credit(memberOf(model, charge.by), 'CHARGE', charge.point)
  return ok()
}

/** Performs a step in the model. Returns what the shop must answer. */
export const applyStep = (model: Model, step: Step): Outcome =>
  (steps[step.do] as Apply<Step['do']>)(model, step as never)
