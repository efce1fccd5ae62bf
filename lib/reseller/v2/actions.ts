import { replyWithSnapshot } from '#lib/core/snapshot.ts'
import { pointsToText } from '#lib/money/points.ts'
import { v2RefillStates } from '#lib/requests/labels.ts'
import { action, resultsOfItems, type V2Action, type V2ActionContext } from './action.ts'
import { addOrder } from './add-order.ts'
import { cancelOrderById } from './cancel-orders.ts'
import { incorrectOrder, incorrectRefill, refillNotAvailable, speedUpNotAvailable, v2ErrorText } from './errors.ts'
import { CURRENCY } from './labels.ts'
import {
  addAnswer,
  addInput,
  cancelAnswer,
  type GivenId,
  noInput,
  ordersInput,
  refillAnswer,
  refillStatusAnswer,
  refillsInput,
  speedUpAnswer,
  statusAnswer,
  v2Balance,
  v2Services,
} from './schema.ts'

const statesOf = ({ orders }: V2ActionContext, ids: readonly GivenId[]) =>
  orders.states(ids.flatMap(({ id }) => id ?? []))

const services = action({
  name: 'services',
  acceptsTestKeys: true,
  input: noInput,
  answer: v2Services,
  run: async (context) =>
    replyWithSnapshot(
      await context.services(),
      { ifNoneMatch: undefined, acceptsGzip: context.acceptsGzip },
      { cacheControl: 'no-store' },
    ),
})

const add = action({ name: 'add', acceptsTestKeys: true, input: addInput, answer: addAnswer, run: addOrder })

const status = action({
  name: 'status',
  acceptsTestKeys: true,
  input: ordersInput,
  answer: statusAnswer,
  run: async (context, { one: order, several: orders }) => {
    const states = await statesOf(context, orders ?? (order ? [order] : []))
    const stateOf = ({ id }: GivenId) => (id === null ? undefined : states.get(id))
    const error = incorrectOrder()
    if (orders)
      return Object.fromEntries(orders.map((each) => [each.given, stateOf(each) ?? { error: v2ErrorText(error) }]))
    const state = order && stateOf(order)
    if (!state) throw error
    return state
  },
})

const cancel = action({
  name: 'cancel',
  acceptsTestKeys: true,
  input: ordersInput,
  answer: cancelAnswer,
  run: async (context, { one: order, several: orders }) => {
    if (!orders) return { cancel: await cancelOrderById(context, order?.id ?? null) }
    const results = await resultsOfItems(orders, ({ id }) => cancelOrderById(context, id))
    return results.map(({ item, result }) => ({ order: item.given, cancel: result }))
  },
})

const refill = action({
  name: 'refill',
  acceptsTestKeys: true,
  input: ordersInput,
  answer: refillAnswer,
  run: async (context, { one: order, several: orders }) => {
    const states = await statesOf(context, orders ?? (order ? [order] : []))
    const refillOne = async (target?: GivenId) => {
      if (!target?.id || !states.has(target.id)) throw incorrectOrder()
      const id = await context.orders.refill(target.id)
      if (id === null) throw refillNotAvailable()
      return id
    }
    if (!orders) return { refill: await refillOne(order) }
    const results = await resultsOfItems(orders, refillOne)
    return results.map(({ item, result }) => ({ order: item.given, refill: result }))
  },
})

const refillStatus = action({
  name: 'refill_status',
  acceptsTestKeys: true,
  input: refillsInput,
  answer: refillStatusAnswer,
  run: async (context, { one, several }) => {
    const refills = several ?? (one ? [one] : [])
    const states = await context.orders.refillStates(refills.flatMap(({ id }) => id ?? []))
    const statusOf = ({ id }: GivenId) => {
      const state = id === null ? undefined : states.get(id)
      return state && v2RefillStates[state]
    }
    const error = incorrectRefill()
    if (several)
      return several.map((each) => ({ refill: each.given, status: statusOf(each) ?? { error: v2ErrorText(error) } }))
    const state = one && statusOf(one)
    if (!state) throw error
    return { status: state }
  },
})

const speedUp = action({
  name: 'speed_up',
  acceptsTestKeys: true,
  input: ordersInput,
  answer: speedUpAnswer,
  run: async (context, { one: order, several: orders }) => {
    const states = await statesOf(context, orders ?? (order ? [order] : []))
    const speedUpOne = async (target?: GivenId) => {
      if (!target?.id || !states.has(target.id)) throw incorrectOrder()
      if (!(await context.orders.speedUp(target.id))) throw speedUpNotAvailable()
      return 1 as const
    }
    if (!orders) return { speed_up: await speedUpOne(order) }
    const results = await resultsOfItems(orders, speedUpOne)
    return results.map(({ item, result }) => ({ order: item.given, speed_up: result }))
  },
})

const balance = action({
  name: 'balance',
  acceptsTestKeys: true,
  input: noInput,
  answer: v2Balance,
  run: async ({ orders }) => ({ balance: pointsToText(await orders.balance()), currency: CURRENCY }),
})

/** All actions of API v2 (docs/contract.md#api-v2). */
export const v2Actions: readonly V2Action[] = [services, add, status, cancel, refill, refillStatus, speedUp, balance]
