import { resendMessageCall } from '#lib/messages/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(resendMessageCall)
