import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'

export const lastOwner = (): AppError => new AppError('CONFLICT', '마지막 대표의 권한은 바꿀 수 없습니다.')

const wrongCodeMessage = '인증 코드가 올바르지 않거나 이미 사용되었습니다.'

export const wrongCode = (): AppError =>
  new AppError('BAD_INPUT', wrongCodeMessage, { issues: [{ path: 'code', message: wrongCodeMessage }] })

/** A ticket that is unknown, used, too old or tried too often. */
export const deadTicket = (): AppError => new AppError('CONFLICT', '인증 시간이 지났습니다. 다시 로그인해 주세요.')

export const noTotp = (): AppError => new AppError('CONFLICT', '설정된 2단계 인증이 없습니다.')

export const grantRules = (loginId: string): Rule[] => [
  ['memberId', loginId === '', '운영자로 지정할 회원의 아이디를 입력해 주세요.'],
]
