import { dismissDepositCall } from '#lib/deposits/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(dismissDepositCall)
