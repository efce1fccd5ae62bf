import { setMemberMemoCall } from '#lib/members/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(setMemberMemoCall)
