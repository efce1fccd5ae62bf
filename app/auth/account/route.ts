import { deleteAccountCall } from '#lib/accounts/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { DELETE } = serve(deleteAccountCall)
