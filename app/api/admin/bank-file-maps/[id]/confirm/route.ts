import { confirmColumnMapCall } from '#lib/deposits/bank-files/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(confirmColumnMapCall)
