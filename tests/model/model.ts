import { chargeSteps } from './model-charges.ts'
import { orderSteps } from './model-orders.ts'
import { refundSteps } from './model-refunds.ts'
import { requestSteps } from './model-requests.ts'
import { typeSteps } from './model-types.ts'
import type { Apply, ApplyAll, Model, Outcome, Step } from './state.ts'

// The model: the rules of the shop's money in memory, without any of the shop's code. The shop is compared with this
// model.

/** Makes a model of a shop with this many members, each with this balance in hundredths of a point. */
export const newModel = (members: number, balance: number): Model => ({
  members: Array.from({ length: members }, () => ({
    balance,
    debts: [],
    entries: [{ kind: 'ADJUSTMENT', delta: balance, cause: '' }],
  })),
  orders: {},
  autos: {},
  requests: {},
  charges: {},
  coupons: {},
  refunds: {},
  reward: null,
})

const steps: ApplyAll<Step['do']> = { ...orderSteps, ...typeSteps, ...requestSteps, ...chargeSteps, ...refundSteps }

/** Performs a step in the model. Returns the answer that the shop must give. */
export const applyStep = (model: Model, step: Step): Outcome =>
  (steps[step.do] as Apply<Step['do']>)(model, step as never)
