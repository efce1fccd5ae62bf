import { followChangesCall } from '#lib/change-notices/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(followChangesCall)
