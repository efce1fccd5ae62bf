import { changePlatformCall, removePlatformCall } from '#lib/catalog/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changePlatformCall, removePlatformCall)
