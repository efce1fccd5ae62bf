import { pollOrdersLoop, sendOrdersLoop, watchProvidersLoop } from './deliver-orders-loops.ts'
import type { Loop } from './loop.ts'

export const loops: readonly Loop[] = [sendOrdersLoop, pollOrdersLoop, watchProvidersLoop]
