import { cancelOrderCall } from '#lib/requests/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(cancelOrderCall)
