import { sendAlertCodeCall, verifyAlertPhoneCall } from '#lib/alimtalk/calls.ts'
import { serve } from '#lib/web/route.ts'

export const { POST, PUT } = serve(sendAlertCodeCall, verifyAlertPhoneCall)
