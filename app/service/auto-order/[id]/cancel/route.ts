import { cancelAutoOrderCall } from '#lib/orders/auto/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(cancelAutoOrderCall)
