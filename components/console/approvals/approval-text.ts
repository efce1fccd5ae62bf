import type { ApprovalRow } from '#lib/approvals/decisions/schema.ts'
import { type ApprovalKind, approvalKindLabels, approvalWhyLabels } from '#lib/approvals/labels.ts'
import { wonText } from '../format.ts'

export type ApprovalVerb = 'confirm' | 'alone' | 'refuse' | 'withdraw'

export const approvalVerbLabels: Readonly<Record<ApprovalVerb, string>> = {
  confirm: '확인',
  alone: '혼자 확인',
  refuse: '거절',
  withdraw: '거둬들이기',
}

/**
 * The decisions that the viewer may make on a request, in button order. A first one that approves has the key A, all
 * others have R.
 */
export const verbsOf: Readonly<Record<ApprovalRow['mine'], readonly ApprovalVerb[]>> = {
  CONFIRM: ['confirm', 'refuse'],
  ALONE: ['alone', 'withdraw'],
  WITHDRAW: ['withdraw'],
  REFUSE: ['refuse'],
  NONE: [],
}

/** Advice to the viewer, by what the viewer may do with the request. */
export const adviceOf: Readonly<Record<ApprovalRow['mine'], string>> = {
  CONFIRM: '내용이 맞는지 확인한 뒤 확인이나 거절을 눌러 주세요.',
  ALONE: '확인할 다른 운영자가 없어요. 비밀번호와 사유를 남기면 혼자 확인할 수 있어요.',
  WITHDRAW: '다른 운영자의 확인을 기다려요.',
  REFUSE: '이 요청은 직접 확인할 수 없어요. 다른 운영자를 기다리거나 거절해 주세요.',
  NONE: '다른 운영자의 확인을 기다려요.',
}

type AskedAmount = Pick<ApprovalRow, 'kind' | 'amount' | 'takes'>

/** Kind and amount of a request: '포인트 조정 -1,500,000원'. */
export const askedText = ({ kind, amount, takes }: AskedAmount): string =>
  `${approvalKindLabels[kind]} ${takes ? '-' : ''}${wonText(amount)}`

/** Why the request needs a second person, and the reason given with it, if any. */
export const groundText = ({ why, reason }: Pick<ApprovalRow, 'why' | 'reason'>): string =>
  [approvalWhyLabels[why], reason].filter(Boolean).join(' · ')

/** Toast text after a request was decided. */
export const doneText = (approval: AskedAmount, verb: ApprovalVerb): string =>
  `${askedText(approval)} ${approvalVerbLabels[verb]}`

export interface Asked {
  readonly kind: ApprovalKind
  readonly alone: boolean
}

/** Toast text for an action that was not carried out because it now waits for a second person. */
export const waitsText = ({ kind, alone }: Asked): string =>
  alone
    ? `${approvalKindLabels[kind]} 요청을 남겼어요. 확인할 다른 운영자가 없으니 사유를 남기고 혼자 확인해 주세요.`
    : `${approvalKindLabels[kind]} 요청을 남겼어요. 다른 운영자의 확인을 기다려요.`
