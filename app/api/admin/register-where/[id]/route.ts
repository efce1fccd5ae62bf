import { changeRegisterWhereCall, removeRegisterWhereCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH, DELETE } = serve(changeRegisterWhereCall, removeRegisterWhereCall)
