import { withdrawChangeCall } from '#lib/consents/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(withdrawChangeCall)
