import { adjustmentsCall } from '#lib/points/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(adjustmentsCall)
