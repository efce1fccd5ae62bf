import { testProviderCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(testProviderCall)
