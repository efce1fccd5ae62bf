import { adminPopupsCall, createPopupCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminPopupsCall, createPopupCall)
