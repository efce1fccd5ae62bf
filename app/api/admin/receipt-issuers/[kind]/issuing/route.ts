import { switchIssuingCall } from '#lib/receipts/issuing/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(switchIssuingCall)
