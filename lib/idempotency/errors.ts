import { AppError } from '#lib/core/errors.ts'

export const idempotencyKeyReused = (): AppError =>
  new AppError('CONFLICT', '같은 Idempotency-Key로 다른 요청을 보냈어요.')
