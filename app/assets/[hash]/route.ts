import { assetCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(assetCall)
