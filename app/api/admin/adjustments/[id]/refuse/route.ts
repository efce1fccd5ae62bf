import { refuseAdjustmentCall } from '#lib/points/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(refuseAdjustmentCall)
