import { totpLoginCall } from '#lib/sessions/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(totpLoginCall)
