import { deleteColumnMapCall } from '#lib/deposits/bank-files/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { DELETE } = serve(deleteColumnMapCall)
