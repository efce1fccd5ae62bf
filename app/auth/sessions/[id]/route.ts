import { endSessionCall } from '#lib/sessions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { DELETE } = serve(endSessionCall)
