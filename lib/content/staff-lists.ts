import { clock } from '#lib/core/clock.ts'
import type { EditableListDeclaration } from '#lib/editable-lists/list-declaration.ts'
import { termsAlreadyAnnounced, termsAlreadyInForce, termsDayTakenText, termsDayTooSoon } from './errors.ts'
import { hasFullNoticePeriod, termsState } from './rules.ts'
import {
  type NoticeInput,
  type NoticeRow,
  noticeInput,
  noticeRow,
  type PopupInput,
  type PopupRow,
  popupInput,
  popupRow,
  type QnaInput,
  type QnaRow,
  qnaInput,
  qnaRow,
  type RegisterWhereInput,
  type RegisterWhereRow,
  registerWhereInput,
  registerWhereRow,
  type TermsInput,
  type TermsRow,
  termsInput,
  termsRow,
} from './schema.ts'

export const noticeStaffList: EditableListDeclaration<'notice', NoticeInput, NoticeRow> = {
  model: 'notice',
  path: '/api/admin/notices',
  subject: 'notice',
  table: 'notices',
  fields: {
    content: true,
    isTop: true,
    bgColor: true,
    link: true,
    shownFrom: true,
    shownUntil: true,
    position: true,
    createdAt: true,
  },
  input: noticeInput,
  row: noticeRow,
  searchField: 'content',
  // The shop shows pinned notices before the others, so a notice is moved only within its group; new notices come
  // first.
  groupField: 'isTop',
  newestFirst: true,
}

export const qnaStaffList: EditableListDeclaration<'qna', QnaInput, QnaRow> = {
  model: 'qna',
  path: '/api/admin/qnas',
  subject: 'qna',
  table: 'qnas',
  fields: { title: true, answer: true, position: true },
  input: qnaInput,
  row: qnaRow,
  searchField: 'title',
}

export const registerWhereStaffList: EditableListDeclaration<'registerWhere', RegisterWhereInput, RegisterWhereRow> = {
  model: 'registerWhere',
  path: '/api/admin/register-where',
  subject: 'register-where',
  table: 'register_wheres',
  fields: { text: true, position: true },
  input: registerWhereInput,
  row: registerWhereRow,
  searchField: 'text',
}

export const popupStaffList: EditableListDeclaration<'popup', PopupInput, PopupRow> = {
  model: 'popup',
  path: '/api/admin/popups',
  subject: 'popup',
  table: 'popups',
  fields: { enabled: true, imageUrl: true, alt: true, link: true, shownFrom: true, shownUntil: true, position: true },
  input: popupInput,
  row: popupRow,
  searchField: 'alt',
}

/**
 * Refuses late changes of the terms or the privacy policy. A version in force never changes, and an announced version
 * can only be deleted. The effective date of a new or changed version must leave time for its notice period. `before`
 * is null when a version is created, `after` when it is deleted.
 */
function checkTerms(before: TermsInput | null, after: TermsInput | null): void {
  const now = clock.now().getTime()
  const state = before && termsState(before, now)
  if (state === 'HOLDS') throw termsAlreadyInForce()
  if (state === 'ANNOUNCED' && after) throw termsAlreadyAnnounced()
  if (after && !hasFullNoticePeriod(after, now)) throw termsDayTooSoon(after.kind)
}

export const termsStaffList: EditableListDeclaration<'termsVersion', TermsInput, TermsRow> = {
  model: 'termsVersion',
  path: '/api/admin/terms',
  subject: 'terms',
  table: 'terms_versions',
  fields: { kind: true, since: true, body: true, createdAt: true },
  input: termsInput,
  row: termsRow,
  searchField: 'body',
  takenMessage: termsDayTakenText,
  check: checkTerms,
}
