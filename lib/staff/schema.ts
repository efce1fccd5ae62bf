import { z } from 'zod'
import { formLine, formText } from '#lib/core/form-fields.ts'
import { cursorField } from '#lib/core/list-query.ts'
import { loginIdText } from '#lib/members/schema.ts'
import { MAX_FILTER_NAME_LENGTH, MAX_FILTER_QUERY_LENGTH } from './rules.ts'

export const roles = ['MEMBER', 'SUPPORT', 'MANAGER', 'OWNER'] as const

/** A new role for a member; MEMBER removes him from the staff. */
export const roleInput = z.object({ role: z.enum(roles) })

/** A new role for any member. `memberId` is the member's login id. */
export const roleGrantInput = roleInput.extend({ memberId: loginIdText })

export const staffRow = z.object({
  /** Id of the member. */
  memberNo: z.int(),
  /** Login id. */
  memberId: z.string(),
  role: z.enum(roles),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  /** When he set up his authenticator; null if he has none. */
  totpSince: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  sessions: z.array(z.object({ device: z.string(), lastUsedAt: z.iso.datetime() })),
})

export type StaffRow = z.output<typeof staffRow>

/** Query of the list of staff; `cursor` is the id of the last member of the page before. */
export const staffQuery = z.object({ size: z.coerce.number().int().min(1).max(200).default(50), cursor: cursorField })

export type StaffQuery = z.output<typeof staffQuery>

export const staffList = z.object({ rows: z.array(staffRow), nextCursor: z.int().nullable(), total: z.int() })

/** An enrol code, with which a colleague can set up an authenticator, and the time when it expires. */
export const enrolCode = z.object({ code: z.string(), expiresAt: z.iso.datetime() })

export type EnrolCode = z.output<typeof enrolCode>

/**
 * Response to a role change. `role` is the present role. `effectiveAt` is the time when the new role takes effect; null
 * if it already has.
 */
export const changedRole = z.object({
  /** Id of the member. */
  memberNo: z.int(),
  role: z.enum(roles),
  effectiveAt: z.iso.datetime().nullable(),
})

export type ChangedRole = z.output<typeof changedRole>

/** A filter to save: the path of a console page and the query string of its list. */
export const savedFilterInput = z.object({
  page: formText(60),
  name: formLine(MAX_FILTER_NAME_LENGTH),
  query: formText(MAX_FILTER_QUERY_LENGTH),
})

export type SavedFilterInput = z.output<typeof savedFilterInput>

export const savedFilter = z.object({ id: z.int(), page: z.string(), name: z.string(), query: z.string() })

export type SavedFilter = z.output<typeof savedFilter>

export const savedFilterList = z.object({ rows: z.array(savedFilter), nextCursor: z.null(), total: z.int() })
