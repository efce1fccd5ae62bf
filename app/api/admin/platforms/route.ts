import { adminPlatformsCall, createPlatformCall } from '#lib/catalog/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminPlatformsCall, createPlatformCall)
