import { viewDocumentCall } from '#lib/receipts/issuing/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(viewDocumentCall)
