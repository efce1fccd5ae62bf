import { restrictionReasonMissing, suspensionEndInPast } from '#lib/members/errors.ts'
import {
  type RestrictionNotice,
  restrictionEffects,
  restrictionLabels,
  type SuspensionTerm,
  suspensionTermLabels,
  suspensionTerms,
} from '#lib/members/labels.ts'
import { type AdminMemberRow, restrictionLevels } from '#lib/members/schema.ts'
import { RestrictionFacts } from '../../sessions/restriction-facts.tsx'
import { Notice } from '../../ui/badge.tsx'
import { seoulTime } from '../../ui/seoul-time.ts'
import type { ActionForm } from '../actions.tsx'
import { parseMinute } from '../editable-list/draft.ts'
import { reasonField } from '../form-prompt.tsx'

type RestrictionLevel = AdminMemberRow['restriction']
type RestrictionInput = { readonly level: RestrictionLevel; readonly until: string | null; readonly reason: string }
type Draft = {
  readonly level?: unknown
  readonly term?: unknown
  readonly until?: unknown
  readonly reason?: unknown
}

/** How a restricted member can reach the shop, as shown after an attempt to log in. */
export type ShopContact = Pick<RestrictionNotice, 'phone' | 'chat'>

const DAY_MS = 86_400_000

/** Converts the typed end of a suspension, in Seoul time, to ISO 8601 for the API; null if it isn't a valid time. */
function isoTimeOfField(text: unknown): string | null {
  const at = new Date(`${parseMinute(String(text ?? ''), endField)}+09:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/**
 * Options of the field for the end of a suspension. If only a day is typed, the suspension ends in the last minute of
 * that day.
 */
const endField = { usualTime: '23:59' }

const fieldTimeOf = (at: string | null): string => (at ? seoulTime(at).slice(0, 16).replace(' ', 'T') : '')

/**
 * End of the suspension that a draft describes, in ISO 8601. Null if the draft describes no suspension or a suspension
 * without an end, or if its typed end is not a valid time.
 */
export function parseSuspensionEnd({ level, term, until }: Draft, now: number): string | null {
  if (level !== 'SUSPENDED' || term === 'OPEN') return null
  if (term === 'CUSTOM') return isoTimeOfField(until)
  return new Date(now + Number(term) * DAY_MS).toISOString()
}

/**
 * The length of the suspension that is selected at first: a week ('7') for a new suspension; for an existing one, its
 * stored end (CUSTOM), or OPEN if it has no end.
 */
const initialTermOf = ({ restriction, restrictedUntil }: AdminMemberRow): SuspensionTerm =>
  restriction !== 'SUSPENDED' ? '7' : restrictedUntil ? 'CUSTOM' : 'OPEN'

/** Preview of the text that a suspended or banned member will read after trying to sign in. */
function RestrictionPreview({ draft, contact }: { readonly draft: Draft; readonly contact: ShopContact }) {
  const { level, reason } = draft
  if (level !== 'SUSPENDED' && level !== 'BANNED') return null
  const until = parseSuspensionEnd(draft, Date.now()) ?? undefined
  return (
    <Notice className="grid gap-2 text-s">
      <span className="text-ink-3">로그인할 때 회원에게 보일 내용</span>
      <RestrictionFacts restriction={{ level, until, reason: String(reason ?? '').trim(), ...contact }} />
    </Notice>
  )
}

/** The form that sets a member's restriction, its end and the reason that the member reads. */
export const restrictionForm = (
  row: AdminMemberRow,
  contact: ShopContact,
  onGiven: (input: RestrictionInput) => unknown,
): ActionForm => ({
  text: `${row.memberId} 회원`,
  action: ({ level }) =>
    level === 'NORMAL' ? '제한 풀기' : `${restrictionLabels[level as RestrictionLevel]} 적용하기`,
  tone: ({ level }) => (level === 'NORMAL' ? 'main' : 'bad'),
  // Focuses the selected radio instead of the first one, because the arrow keys move the selection on from the focused
  // radio.
  focus: 'input:checked',
  fields: ({ level, term }) => [
    {
      name: 'level',
      label: '단계',
      kind: 'chips',
      hint: restrictionEffects[level as RestrictionLevel],
      options: restrictionLevels.map((value) => ({ value, label: restrictionLabels[value] })),
    },
    {
      name: 'term',
      label: '기간',
      kind: 'chips',
      options: suspensionTerms.map((value) => ({ value, label: suspensionTermLabels[value] })),
      isShown: () => level === 'SUSPENDED',
    },
    {
      name: 'until',
      label: '끝나는 시각',
      kind: 'minute',
      ...endField,
      required: true,
      isShown: () => level === 'SUSPENDED' && term === 'CUSTOM',
    },
    {
      ...reasonField,
      hint: level === 'SUSPENDED' || level === 'BANNED' ? '회원에게 그대로 보여요.' : '감사 기록에 남아요.',
    },
  ],
  initialValues: { level: row.restriction, term: initialTermOf(row), until: fieldTimeOf(row.restrictedUntil) },
  check(draft) {
    const end = parseSuspensionEnd(draft, Date.now())
    const isOver = draft.level === 'SUSPENDED' && draft.term === 'CUSTOM' && !(Date.parse(end ?? '') > Date.now())
    if (isOver) return { path: 'until', message: suspensionEndInPast().message }
    return draft.reason === '' ? { path: 'reason', message: restrictionReasonMissing().message } : null
  },
  note: (draft) => <RestrictionPreview {...{ draft, contact }} />,
  onGiven: (draft) =>
    onGiven({
      level: draft.level as RestrictionLevel,
      until: parseSuspensionEnd(draft, Date.now()),
      reason: String(draft.reason),
    }),
})
