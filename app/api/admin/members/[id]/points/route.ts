import { adjustPointsCall } from '#lib/points/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(adjustPointsCall)
