import { changePhoneCall } from '#lib/accounts/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(changePhoneCall)
