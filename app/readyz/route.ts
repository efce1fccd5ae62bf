import { readyCall } from '#lib/web/health-calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(readyCall)
