import { checkConnectionCall } from '#lib/connections/checks/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(checkConnectionCall)
