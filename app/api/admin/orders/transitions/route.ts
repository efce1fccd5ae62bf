import { transitionManyCall } from '#lib/orders/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(transitionManyCall)
