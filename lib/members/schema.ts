import { z } from 'zod'
import { formNumber, formText } from '#lib/core/field-errors.ts'
import { foldLoginId } from './rules.ts'

export const registerInput = z.object({
  id: formText.transform(foldLoginId),
  password: formText,
  email: formText.transform((email) => email.trim()),
  registerWhere: formNumber.pipe(z.number().int()),
  phoneNumber: formText,
  sendCode: formText,
  emailCode: formText,
  referral: formText.transform((code) => code.trim()),
})

export type RegisterInput = z.output<typeof registerInput>

export const registered = z.object({ id: z.string() })

export const sendEmailInput = z.object({ email: formText.transform((email) => email.trim().toLowerCase()) })

export const sendPhoneInput = z.object({ phoneNumber: formText })
