import { serve } from '#lib/web/route.ts'
import { webhookDeliveriesCall } from '#lib/webhooks/calls.ts'

export const { GET } = serve(webhookDeliveriesCall)
