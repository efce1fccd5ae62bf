import { bindPushCall, pushKeyCall, turnOffPushCall, turnOnPushCall } from '#lib/push/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST, PUT, DELETE } = serve(pushKeyCall, turnOnPushCall, bindPushCall, turnOffPushCall)
