import { AppError } from '#lib/core/errors.ts'

/** Somebody else has changed the row since it was read; nothing is saved. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 다른 운영자가 바꾼 내용이 있습니다. 새 내용을 확인해 주세요.')

/** Rows were added or removed since the order was read. */
export const listChangedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 목록이 바뀌어 순서를 저장하지 않았습니다. 새 목록에서 다시 옮겨 주세요.')
