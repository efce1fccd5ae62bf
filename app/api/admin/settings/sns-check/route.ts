import { checkSnsLoginCall } from '#lib/sns/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(checkSnsLoginCall)
