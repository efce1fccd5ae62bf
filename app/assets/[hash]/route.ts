import { assetCall } from '#lib/file-storage/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(assetCall)
