import { putRefundsInFileCall, transferFilesCall } from '#lib/transfers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(transferFilesCall, putRefundsInFileCall)
