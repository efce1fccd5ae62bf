import { serve } from '#lib/web/route.ts'
import { webhookDeliveryCall } from '#lib/webhooks/calls.ts'

export const { GET } = serve(webhookDeliveryCall)
