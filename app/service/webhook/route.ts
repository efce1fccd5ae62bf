import { serve } from '#lib/web/route.ts'
import { setWebhookCall, webhookCall } from '#lib/webhooks/calls.ts'

export const { GET, PUT } = serve(webhookCall, setWebhookCall)
