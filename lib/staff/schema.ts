import { z } from 'zod'

export const roles = ['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER'] as const

/** MEMBER takes somebody off the staff. */
export const roleInput = z.object({ role: z.enum(roles) })

export const staffRow = z.object({
  memberNo: z.int(),
  memberId: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
})

export type StaffRow = z.output<typeof staffRow>

export const staffRows = z.object({ rows: z.array(staffRow), nextCursor: z.null(), total: z.int() })

export const changedRole = z.object({ memberNo: z.int(), role: z.enum(roles) })
