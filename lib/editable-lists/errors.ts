import { AppError } from '#lib/core/errors.ts'

/** Who saves what somebody else has changed meanwhile is told, and nothing of his is kept. */
export const changedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 다른 운영자가 바꾼 내용이 있습니다. 새 내용을 확인해 주세요.')

/** Rows came or went since their order was seen. */
export const listChangedMeanwhile = (): AppError =>
  new AppError('CONFLICT', '그 사이에 목록이 바뀌어 순서를 저장하지 않았습니다. 새 목록에서 다시 옮겨 주세요.')
