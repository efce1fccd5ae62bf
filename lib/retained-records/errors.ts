import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import { MAX_VIEWING_REASON_LENGTH } from './labels.ts'

export const noRetainedRecords = (): AppError =>
  new AppError('NOT_FOUND', '보관된 기록이 없어요. 탈퇴한 회원의 번호나 아이디인지 확인해 주세요.')

/**
 * Rules of the form with which staff read retained records. `who` is the field for the former member's id or login id.
 */
export const recordReadingRules = ({ who, reason }: { who: string; reason: string }): Rule[] => [
  ['who', who === '', '회원번호나 아이디를 입력해 주세요.'],
  ['reason', reason === '', '열람 사유를 입력해 주세요.'],
  [
    'reason',
    reason.length > MAX_VIEWING_REASON_LENGTH,
    `열람 사유는 ${MAX_VIEWING_REASON_LENGTH}자까지 입력해 주세요.`,
  ],
]
