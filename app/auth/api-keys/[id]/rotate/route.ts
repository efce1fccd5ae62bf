import { rotateApiKeyCall } from '#lib/api-keys/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(rotateApiKeyCall)
