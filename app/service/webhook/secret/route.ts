import { serve } from '#lib/web/route.ts'
import { renewWebhookSecretCall } from '#lib/webhooks/calls.ts'

export const { POST } = serve(renewWebhookSecretCall)
