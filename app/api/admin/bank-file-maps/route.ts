import { bankFileMapsCall, rememberMapCall } from '#lib/deposits/bank-files/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(bankFileMapsCall, rememberMapCall)
