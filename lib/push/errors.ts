import { AppError } from '#lib/core/errors.ts'

export const unknownPushService = (): AppError =>
  new AppError('BAD_INPUT', '이 브라우저의 알림 서비스로는 보낼 수 없어요.')

export const pushSubscriptionTaken = (): AppError =>
  new AppError('CONFLICT', '이 기기의 알림을 켜지 못했어요. 다시 시도해 주세요.')
