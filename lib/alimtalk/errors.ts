import { AppError } from '#lib/core/errors.ts'

export const phoneNotVerified = (): AppError => new AppError('CONFLICT', '휴대전화를 인증하면 알림을 받을 수 있어요.')

export const phoneVerifiedAlready = (): AppError => new AppError('CONFLICT', '이미 인증한 휴대전화예요.')

export const phoneMissing = (): AppError => new AppError('CONFLICT', '휴대전화를 먼저 등록해 주세요.')

export const alertsNotOffered = (): AppError => new AppError('CONFLICT', '지금은 알림톡과 문자를 보낼 수 없어요.')
