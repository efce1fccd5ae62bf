import { exportRefundsCall } from '#lib/charges/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(exportRefundsCall)
