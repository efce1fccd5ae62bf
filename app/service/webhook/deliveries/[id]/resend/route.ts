import { serve } from '#lib/web/route.ts'
import { resendWebhookDeliveryCall } from '#lib/webhooks/calls.ts'

export const { POST } = serve(resendWebhookDeliveryCall)
