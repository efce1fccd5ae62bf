import { sourceWebhookCall } from '#lib/deposits/sources/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(sourceWebhookCall)
