import { connectionsCall } from '#lib/connections/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(connectionsCall)
