import { cancelAutoOrderCall } from '#lib/auto-orders/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(cancelAutoOrderCall)
