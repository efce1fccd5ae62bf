import { AppError } from '#lib/core/errors.ts'
import { CORRECT_SUGGESTIONS_NEEDED } from './labels.ts'

export const unknownDepositSource = (): AppError => new AppError('NOT_FOUND', '연결되지 않은 곳의 알림이에요.')

export const forgedWebhook = (): AppError => new AppError('UNAUTHENTICATED', '알림의 키가 올바르지 않아요.')

export const unreadableWebhook = (): AppError => new AppError('BAD_INPUT', '알림을 읽을 수 없어요.')

export const tooFewCorrectSuggestions = (right: number): AppError =>
  new AppError(
    'CONFLICT',
    `추천이 ${CORRECT_SUGGESTIONS_NEEDED}번 맞아야 켤 수 있어요. 지금까지 ${right}번 맞았어요. 입금 화면에서 추천을 확인하고 맞춰 주세요.`,
  )

/** Refuses to let the deposits of a test environment credit charges. */
export const connectionNotReal = (): AppError =>
  new AppError('CONFLICT', '테스트 환경의 입금으로는 저절로 충전할 수 없어요. 환경을 운영으로 바꿔 주세요.')
