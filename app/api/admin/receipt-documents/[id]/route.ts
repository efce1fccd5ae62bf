import { settleCorrectionCall } from '#lib/receipts/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH } = serve(settleCorrectionCall)
