import { changeRoleCall } from '#lib/staff/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PATCH } = serve(changeRoleCall)
