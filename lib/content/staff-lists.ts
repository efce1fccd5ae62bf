import { clock } from '#lib/core/clock.ts'
import { type EditableList, plainFields, type Values } from '#lib/editable-lists/editable-list.ts'
import { termsAnnounced, termsHold, termsTaken, termsTooSoon } from './errors.ts'
import { isEarlyEnough, termsState } from './rules.ts'
import {
  noticeInput,
  noticeRow,
  popupInput,
  popupRow,
  qnaInput,
  qnaRow,
  registerWhereInput,
  registerWhereRow,
  type TermsRow,
  termsInput,
  termsRow,
} from './schema.ts'

export const noticeStaffList: EditableList = {
  path: '/api/admin/notices',
  subject: 'notice',
  table: 'notices',
  fields: plainFields('content', 'isTop', 'bgColor', 'createdAt'),
  input: noticeInput,
  row: noticeRow,
  searched: 'content',
}

export const qnaStaffList: EditableList = {
  path: '/api/admin/qnas',
  subject: 'qna',
  table: 'qnas',
  fields: plainFields('title', 'answer', 'position'),
  input: qnaInput,
  row: qnaRow,
  searched: 'title',
}

export const registerWhereStaffList: EditableList = {
  path: '/api/admin/register-where',
  subject: 'register-where',
  table: 'register_wheres',
  fields: plainFields('text', 'position'),
  input: registerWhereInput,
  row: registerWhereRow,
  searched: 'text',
}

export const popupStaffList: EditableList = {
  path: '/api/admin/popups',
  subject: 'popup',
  table: 'popups',
  fields: plainFields('enabled', 'imageUrl'),
  input: popupInput,
  row: popupRow,
  searched: 'image_url',
}

/**
 * Refuses changes to legal texts that are too late: a version in force never changes, an announced one can only be
 * deleted, and a new one must leave time for its notice period.
 */
function checkTerms(before: Values | null, after: Values | null): void {
  const now = clock.now().getTime()
  const [old, wanted] = [before, after] as unknown as [TermsRow | null, TermsRow | null]
  const state = old && termsState(old, now)
  if (state === 'HOLDS') throw termsHold()
  if (state === 'ANNOUNCED' && wanted) throw termsAnnounced()
  if (wanted && !isEarlyEnough(wanted, now)) throw termsTooSoon(wanted.kind)
}

export const termsStaffList: EditableList = {
  path: '/api/admin/terms',
  subject: 'terms',
  table: 'terms_versions',
  fields: plainFields('kind', 'since', 'body', 'createdAt'),
  input: termsInput,
  row: termsRow,
  searched: 'body',
  taken: termsTaken,
  check: checkTerms,
}
