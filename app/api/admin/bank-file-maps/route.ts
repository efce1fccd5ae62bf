import { columnMapsCall, storeColumnMapCall } from '#lib/deposits/bank-files/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(columnMapsCall, storeColumnMapCall)
