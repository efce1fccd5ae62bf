import { switchCreditingCall } from '#lib/deposits/sources/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(switchCreditingCall)
