import { adminMemberCall } from '#lib/accounts/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminMemberCall)
