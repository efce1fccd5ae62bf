import { removeConnectionCall, saveConnectionCall } from '#lib/connections/saving/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT, DELETE } = serve(saveConnectionCall, removeConnectionCall)
