import { AppError } from '#lib/core/errors.ts'

export const wrongCurrentPassword = (): AppError => new AppError('CONFLICT', '현재 비밀번호가 다릅니다')

export const unknownEmail = (): AppError => new AppError('NOT_FOUND', '가입되지 않은 이메일입니다.')

const badLinkMessage = '유효하지 않거나 만료된 링크입니다.'

export const badLink = (): AppError =>
  new AppError('BAD_INPUT', badLinkMessage, { issues: [{ path: 'token', message: badLinkMessage }] })

export const referralsOff = (): AppError => new AppError('CONFLICT', '지금은 추천인 코드를 발급하지 않습니다.')

export const ordersRunning = (): AppError => new AppError('CONFLICT', '진행 중인 주문이 있어 탈퇴할 수 없습니다.')
