import { changeTermsCall, removeTermsCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changeTermsCall, removeTermsCall)
