import { switchCardPaymentsCall } from '#lib/card-payments/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { PUT } = serve(switchCardPaymentsCall)
