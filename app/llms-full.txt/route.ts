import { llmsFullCall } from '#lib/reseller/documentation/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(llmsFullCall)
