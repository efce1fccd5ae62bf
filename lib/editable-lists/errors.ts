import { AppError } from '#lib/core/errors.ts'

/** Somebody else has changed the row since the editor loaded it; nothing is saved. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 다른 운영자가 바꾼 내용이 있어요. 새 내용을 확인해 주세요.')
