import { serve } from '#lib/web/route.ts'
import { testWebhookCall } from '#lib/webhooks/calls.ts'

export const { POST } = serve(testWebhookCall)
