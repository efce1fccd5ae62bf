import { serve } from '#lib/web/route.ts'
import { resendDeliveryCall } from '#lib/webhooks/calls.ts'

export const { POST } = serve(resendDeliveryCall)
