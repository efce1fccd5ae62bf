import { z } from 'zod'
import { formNumber, formText } from '#lib/core/field-errors.ts'
import type { RoleName } from './labels.ts'
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

export const restrictionLevels = ['NORMAL', 'WARNED', 'SUSPENDED', 'BANNED'] as const

const reason = formText.transform((text) => text.trim()).pipe(z.string().max(500))

export const roles = ['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER'] as const satisfies RoleName[]

/** `until` ends a suspension by itself; without it somebody has to lift it. */
export const restrictInput = z.object({
  level: z.enum(restrictionLevels),
  until: z.iso
    .datetime({ offset: true })
    .nullish()
    .transform((text) => (text ? new Date(text) : null)),
  reason,
})

export const restrictedMember = z.object({
  memberNo: z.int(),
  restriction: z.enum(restrictionLevels),
  restrictedUntil: z.iso.datetime().nullable(),
})

export const memoInput = z.object({ memo: formText.pipe(z.string().max(5_000)) })
export const savedMemo = z.object({ memberNo: z.int(), memo: z.string() })

export const adminMemberQuery = z.object({
  q: z.string().max(200).default(''),
  status: z.enum(restrictionLevels).optional(),
  role: z.enum(roles).optional(),
  size: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.coerce.number().int().positive().max(2_147_483_647).optional(),
})

export const adminMemberRow = z.object({
  memberNo: z.int(),
  memberId: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  restriction: z.enum(restrictionLevels),
  restrictedUntil: z.iso.datetime().nullable(),
  point: z.number(),
  memo: z.string(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  deletedAt: z.iso.datetime().nullable(),
})

export const adminMembers = z.object({
  rows: z.array(adminMemberRow),
  nextCursor: z.int().nullable(),
  total: z.int(),
})

export type AdminMemberRow = z.output<typeof adminMemberRow>
