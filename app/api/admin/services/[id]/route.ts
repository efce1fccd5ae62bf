import { changeServiceCall, removeServiceCall } from '#lib/catalog/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changeServiceCall, removeServiceCall)
