import { deleteFilterCall } from '#lib/staff/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { DELETE } = serve(deleteFilterCall)
