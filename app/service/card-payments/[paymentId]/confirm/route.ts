import { confirmPaymentCall } from '#lib/card-payments/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST } = serve(confirmPaymentCall)
