import { adminReceiptsCall } from '#lib/receipts/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminReceiptsCall)
