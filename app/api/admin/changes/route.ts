import { pendingChangesCall } from '#lib/consents/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(pendingChangesCall)
