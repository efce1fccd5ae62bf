import { adminDepositsCall, importDepositsCall } from '#lib/deposits/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminDepositsCall, importDepositsCall)
