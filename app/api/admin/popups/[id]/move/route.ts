import { movePopupCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(movePopupCall)
