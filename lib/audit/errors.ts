import { AppError } from '#lib/core/errors.ts'

/** Who saves what somebody else has changed meanwhile is told, and nothing of his is kept. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 다른 운영자가 바꾼 내용이 있습니다. 새 내용을 확인해 주세요.')
