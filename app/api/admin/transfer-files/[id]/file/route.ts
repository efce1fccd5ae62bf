import { downloadTransferFileCall } from '#lib/transfers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(downloadTransferFileCall)
