import { confirmChangeCall } from '#lib/pending-changes/decisions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(confirmChangeCall)
