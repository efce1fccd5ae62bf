import { transferResultsCall } from '#lib/transfers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(transferResultsCall)
