import { requestCashRefundCall } from '#lib/charges/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(requestCashRefundCall)
