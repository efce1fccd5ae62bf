import { adminMemberCall } from '#lib/members/detail/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adminMemberCall)
