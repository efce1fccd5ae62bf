import { changeApiKeyCall, deleteApiKeyCall } from '#lib/api-keys/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changeApiKeyCall, deleteApiKeyCall)
