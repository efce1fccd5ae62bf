import { settleRefundCall } from '#lib/charges/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH } = serve(settleRefundCall)
