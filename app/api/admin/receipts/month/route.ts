import { monthFileCall } from '#lib/receipts/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(monthFileCall)
