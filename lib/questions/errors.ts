import { AppError, badField } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import { MAX_MESSAGE_LENGTH } from './rules.ts'

const lengthRules = (message: string, missing: string): Rule[] => [
  ['message', message.trim() === '', missing],
  ['message', message.trim().length > MAX_MESSAGE_LENGTH, messageTooLong],
]

const messageTooLong = `${MAX_MESSAGE_LENGTH.toLocaleString('ko-KR')}자까지 쓸 수 있어요.`

/** Rules of a member's message. */
export const questionMessageRules = (message: string): Rule[] => lengthRules(message, '문의 내용을 입력해 주세요.')

/** Rules of an answer of staff. */
export const questionAnswerRules = (message: string): Rule[] => lengthRules(message, '답변을 입력해 주세요.')

export const unknownQuestion = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 문의예요.')

export const orderAndChargeNamed = (): AppError => badField('chargeId', '주문과 충전 중 하나만 골라 주세요.')

export const tooManyOpenQuestions = (): AppError =>
  new AppError('CONFLICT', '답변을 기다리는 문의가 너무 많아요. 이어서 쓰실 내용은 기존 문의에 남겨 주세요.')

export const messagesTooFrequent = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', '메시지를 너무 자주 보냈어요. 잠시 후 다시 시도해 주세요.', { retryAfterSeconds })

export const pictureTypeRefused = (): AppError => badField('data', 'PNG, JPEG, WebP 이미지만 올릴 수 있어요.')

export const tooManyPictures = (retryAfterSeconds: number): AppError =>
  new AppError('TOO_MANY_REQUESTS', '하루에 올릴 수 있는 이미지를 모두 올렸어요. 내일 다시 시도해 주세요.', {
    retryAfterSeconds,
  })

export const pictureUnavailable = (): AppError =>
  badField('pictures', '첨부한 이미지를 찾을 수 없어요. 빼고 다시 올려 주세요.')

export const questionHasTooManyMessages = (): AppError =>
  new AppError('CONFLICT', '메시지가 너무 많아요. 새 문의를 남겨 주세요.')

export const questionHasNewerMessage = (): AppError =>
  new AppError('CONFLICT', '그 사이 새 메시지가 있어요. 확인한 뒤 다시 보내 주세요.')

export const questionAlreadyClosed = (): AppError => new AppError('CONFLICT', '이미 종료된 문의예요.')

export const questionNotClosed = (): AppError => new AppError('CONFLICT', '종료되지 않은 문의예요.')
