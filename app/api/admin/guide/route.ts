import { adminGuideCall, saveGuideCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PUT } = serve(adminGuideCall, saveGuideCall)
