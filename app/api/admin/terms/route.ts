import { adminTermsCall, createTermsCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminTermsCall, createTermsCall)
