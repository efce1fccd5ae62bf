import { exportDepositsCall } from '#lib/deposits/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET } = serve(exportDepositsCall)
