import { alertsCall, chooseAlertsCall } from '#lib/alimtalk/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { GET, PUT } = serve(alertsCall, chooseAlertsCall)
