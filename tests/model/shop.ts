import type { Perform, PerformAll, Shop } from './shop-calls.ts'
import { chargePerformers } from './shop-charges.ts'
import { orderPerformers } from './shop-orders.ts'
import type { Outcome, Step } from './state.ts'

const performers: PerformAll<Step['do']> = { ...orderPerformers, ...chargePerformers }

/** Performs a step in the shop. Returns the answer's status and code; 200 for steps of the worker or of time. */
export const performStep = (shop: Shop, step: Step): Promise<Outcome> =>
  (performers[step.do] as Perform<Step['do']>)(shop, step as never)
