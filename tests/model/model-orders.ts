import { endRequests, requestCancel } from './model-requests.ts'
import {
  type ApplyAll,
  autoStatus,
  badInput,
  chargeStatus,
  conflict,
  creditPoints,
  insufficientPoints,
  type Model,
  type ModelAuto,
  type ModelOrder,
  memberOf,
  movePoints,
  notFound,
  type Outcome,
  ok,
  orderStatus,
} from './state.ts'

// Orders of a service of the type Default, their transitions, and auto orders (docs/contract.md#orders,
// docs/contract.md#auto-orders).

/** Price of one unit in hundred-thousandths of a point. */
export const UNIT_PRICE = 33_333
/** Smallest and largest quantity of an order. */
export const [MIN_QUANTITY, MAX_QUANTITY] = [10, 5_000]

const { PENDING, INPROGRESS, COMPLETED, PARTIAL, PROCESSING, CANCELED } = orderStatus

/** Price of this number of units in hundredths of a point. The total is rounded up, not the price of each unit. */
const priceOf = (units: number): number => Math.ceil((units * UNIT_PRICE) / 1_000)

type Placed = Pick<ModelOrder, 'by' | 'amount' | 'price' | 'paidWith'> & { isDefault?: boolean }

/** Makes a new order. A run of an auto order is also an order. */
export const newOrder = ({ isDefault = true, ...placed }: Placed): ModelOrder => ({
  ...placed,
  isDefault,
  status: PENDING,
  remains: placed.amount,
  refunded: 0,
  startCount: null,
  isOld: false,
})

const isOpen = ({ status }: ModelOrder): boolean => status === PENDING || status === PROCESSING || status === INPROGRESS

/** Statuses that staff may give to an order, by its present status. */
const allowed: Record<number, readonly number[]> = {
  [PENDING]: [PROCESSING, INPROGRESS, COMPLETED, CANCELED],
  [PROCESSING]: [INPROGRESS, COMPLETED, PARTIAL, CANCELED],
  [INPROGRESS]: [PROCESSING, COMPLETED, PARTIAL, CANCELED],
  [COMPLETED]: [PARTIAL, CANCELED],
  [PARTIAL]: [PARTIAL, CANCELED],
  [CANCELED]: [],
}

/** Marks the member's credited charges as `givenBack`: before a refund of them is paid, staff must check the bank. */
function noteGivenBack({ charges }: Model, who: number): void {
  for (const charge of Object.values(charges))
    if (charge.by === who && charge.status === chargeStatus.CREDITED) charge.givenBack = true
}

function setStatus(model: Model, of: string, to: number, target: number): void {
  const order = model.orders[of] as ModelOrder
  creditPoints(memberOf(model, order.by), 'ORDER_REFUND', target - order.refunded, order.paidWith)
  if (order.status !== PENDING && target > order.refunded) noteGivenBack(model, order.by)
  if (order.status !== to) endRequests(model, of, to)
  Object.assign(order, { status: to, refunded: target })
}

function transition(model: Model, of: string, wanted: number, remains: number | null): Outcome {
  const order = model.orders[of]
  if (!order) return notFound
  const isPart = wanted === PARTIAL && remains !== null
  const to = isPart && remains <= 0 ? COMPLETED : isPart && remains >= order.amount ? CANCELED : wanted
  if (!allowed[order.status]?.includes(to)) return conflict
  if (to === PARTIAL) {
    if (remains === null || (order.status === PARTIAL && remains <= order.remains)) return conflict
    order.remains = remains
    const share = Math.floor((order.price * remains) / order.amount)
    setStatus(model, of, PARTIAL, Math.max(share, order.refunded))
  } else {
    if (to === COMPLETED) order.remains = 0
    else if (to === CANCELED && isOpen(order) && remains !== null) order.remains = Math.min(remains, order.amount)
    setStatus(model, of, to, to === CANCELED ? order.price : order.refunded)
  }
  return ok()
}

/** Price of the first `count` runs. It is an exact share, so that all runs add up to the whole price. */
const priceOfRuns = ({ price, runs }: ModelAuto, count: number): number => Math.floor((price * count) / runs)

function makeRun(model: Model, key: string, auto: ModelAuto): void {
  const price = priceOfRuns(auto, auto.completed + 1) - priceOfRuns(auto, auto.completed)
  auto.completed += 1
  auto.isDue = false
  const runKey = auto.completed === 1 ? key : `${key}.run${auto.completed}`
  model.orders[runKey] = newOrder({ by: auto.by, amount: auto.amount, price, paidWith: key })
}

const runsOf = ({ orders }: Model, key: string): ModelOrder[] =>
  Object.values(orders).filter(({ paidWith }) => paidWith === key)

/** Ends an auto order if all of its runs were made and have ended. */
function endAutoOrder(model: Model, key: string, auto: ModelAuto): void {
  const runs = runsOf(model, key)
  if (auto.completed < auto.runs || runs.some(isOpen)) return
  auto.status = runs.every(({ status }) => status === COMPLETED) ? autoStatus.COMPLETED : autoStatus.PARTIAL
}

/** For each of these steps, the function that performs it in the model. */
export const orderSteps: ApplyAll<
  'order' | 'orderMany' | 'autoOrder' | 'cancel' | 'cancelAuto' | 'timeOfNextRun' | 'makeRuns' | 'transition'
> = {
  order: (model, { key, who, amount }) => {
    const member = memberOf(model, who)
    const price = priceOf(amount)
    if (amount < MIN_QUANTITY || amount > MAX_QUANTITY) return badInput
    if (price > member.balance) return insufficientPoints
    movePoints(member, { kind: 'ORDER', delta: -price, cause: key })
    model.orders[key] = newOrder({ by: who, amount, price, paidWith: key })
    return ok(201)
  },
  orderMany: (model, { key, who, amounts }) => {
    const member = memberOf(model, who)
    const total = amounts.reduce((sum, amount) => sum + priceOf(amount), 0)
    // The call is atomic: if the points don't cover one order, all are refused.
    if (total > member.balance) return conflict
    movePoints(member, { kind: 'BULK_ORDER', delta: -total, cause: key })
    for (const [at, amount] of amounts.entries())
      model.orders[`${key}.${at}`] = newOrder({ by: who, amount, price: priceOf(amount), paidWith: key })
    return ok(201)
  },
  autoOrder: (model, { key, who, amount, runs }) => {
    const member = memberOf(model, who)
    const price = priceOf(amount * runs)
    if (amount < MIN_QUANTITY || amount > MAX_QUANTITY || runs < 2) return badInput
    if (price > member.balance) return insufficientPoints
    movePoints(member, { kind: 'AUTO_ORDER', delta: -price, cause: key })
    const auto = { by: who, amount, price, runs, completed: 0, isDue: true, status: autoStatus.ACTIVE, refunded: 0 }
    model.autos[key] = auto
    makeRun(model, key, auto)
    return ok(201)
  },
  cancel: (model, { key, who, of }) => {
    const order = model.orders[of]
    if (!order || order.by !== who) return notFound
    if (order.status !== PENDING) return requestCancel(model, key, of)
    setStatus(model, of, CANCELED, order.price)
    return ok()
  },
  cancelAuto: (model, { who, of }) => {
    const auto = model.autos[of]
    if (!auto || auto.by !== who) return notFound
    if (auto.status !== autoStatus.ACTIVE || auto.completed === auto.runs) return conflict
    auto.status = autoStatus.CANCELED
    auto.refunded = auto.price - priceOfRuns(auto, auto.completed)
    creditPoints(memberOf(model, who), 'AUTO_ORDER_REFUND', auto.refunded, of)
    return ok()
  },
  timeOfNextRun: (model, { of }) => {
    const auto = model.autos[of]
    if (auto) auto.isDue = auto.completed < auto.runs
    return ok()
  },
  makeRuns: (model) => {
    for (const [key, auto] of Object.entries(model.autos)) {
      if (auto.status !== autoStatus.ACTIVE) continue
      if (auto.isDue) makeRun(model, key, auto)
      endAutoOrder(model, key, auto)
    }
    return ok()
  },
  transition: (model, { of, status, remains, startCount }) => {
    const outcome = transition(model, of, status, remains)
    const order = model.orders[of]
    if (order && !outcome.code) order.startCount = startCount ?? order.startCount
    return outcome
  },
}
