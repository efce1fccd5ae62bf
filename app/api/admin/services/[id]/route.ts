import { changeServiceCall, removeServiceCall } from '#lib/catalog/calls.ts'
import { serviceDetailCall } from '#lib/providers/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PATCH, DELETE } = serve(serviceDetailCall, changeServiceCall, removeServiceCall)
