import { apiKeysCall, makeApiKeyCall } from '#lib/api-keys/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(apiKeysCall, makeApiKeyCall)
