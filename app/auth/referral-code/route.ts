import { referralCodeCall } from '#lib/referrals/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(referralCodeCall)
