import { sourcesCall } from '#lib/deposits/sources/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(sourcesCall)
