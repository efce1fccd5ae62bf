import { previewTransitionsCall } from '#lib/orders/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(previewTransitionsCall)
