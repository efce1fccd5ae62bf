import { revokeApiKeyCall } from '#lib/api-keys/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { DELETE } = serve(revokeApiKeyCall)
