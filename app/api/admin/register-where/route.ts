import { adminRegisterWheresCall, createRegisterWhereCall } from '#lib/content/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, POST } = serve(adminRegisterWheresCall, createRegisterWhereCall)
