import { AppError } from '#lib/core/errors.ts'
import type { MessageStatus } from './labels.ts'

export const unknownMessage = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 메시지예요.')

const notFailedReasons: Readonly<Record<Exclude<MessageStatus, 'FAILED'>, string>> = {
  PENDING: '이미 다시 보내려고 기다리는 메시지예요.',
  SENDING: '이미 보내는 중인 메시지예요.',
  SENT: '이미 보낸 메시지예요.',
  EXPIRED: '만료된 메시지는 다시 보내지 않아요.',
}

export const messageNotFailed = (status: Exclude<MessageStatus, 'FAILED'>): AppError =>
  new AppError('CONFLICT', notFailedReasons[status])

export const secretMessageNotResendable = (): AppError =>
  new AppError('CONFLICT', '인증번호나 링크가 든 메시지는 다시 보내지 않아요.')

export const templateMessageNotResendable = (): AppError =>
  new AppError('CONFLICT', '회원이 고른 알림은 다시 보내지 않아요.')

export const messageTooOld = (): AppError => new AppError('CONFLICT', '오래된 안내는 다시 보내지 않아요.')
