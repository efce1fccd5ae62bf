import type { ApprovalRow } from './schema.ts'

/**
 * Decisions that staff can make about a request. `alone`: confirm one's own request without a second person.
 * `withdraw`: take one's own request back.
 */
export type ApprovalVerb = 'confirm' | 'alone' | 'refuse' | 'withdraw'

export const approvalVerbLabels: Readonly<Record<ApprovalVerb, string>> = {
  confirm: '확인',
  alone: '혼자 확인',
  refuse: '거절',
  withdraw: '거둬들이기',
}

/** Decisions that each right allows, in the order of their buttons. */
export const approvalVerbsByRight: Readonly<Record<ApprovalRow['mine'], readonly ApprovalVerb[]>> = {
  CONFIRM: ['confirm', 'refuse'],
  ALONE: ['alone', 'withdraw'],
  WITHDRAW: ['withdraw'],
  REFUSE: ['refuse'],
  NONE: [],
}

/**
 * Text for the staff member who views a request, by his right: what he can do, or that the request waits for a
 * colleague.
 */
export const approvalAdviceByRight: Readonly<Record<ApprovalRow['mine'], string>> = {
  CONFIRM: '내용이 맞는지 확인한 뒤 확인이나 거절을 눌러 주세요.',
  ALONE: '확인할 다른 운영자가 없어요. 비밀번호와 사유를 남기면 혼자 확인할 수 있어요.',
  WITHDRAW: '다른 운영자의 확인을 기다려요.',
  REFUSE: '이 요청은 직접 확인할 수 없어요. 다른 운영자를 기다리거나 거절해 주세요.',
  NONE: '다른 운영자의 확인을 기다려요.',
}

/** Verbs for the toast after a decision. */
export const approvalDecidedTexts: Readonly<Record<ApprovalVerb, string>> = {
  confirm: '확인했어요',
  alone: '확인했어요',
  refuse: '거절했어요',
  withdraw: '거둬들였어요',
}
