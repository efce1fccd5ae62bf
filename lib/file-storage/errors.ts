import { AppError } from '#lib/core/errors.ts'

const MEBIBYTE = 1_024 * 1_024

export const imageTooLarge = (maxBytes: number): AppError =>
  new AppError('TOO_LARGE', `이미지는 ${maxBytes / MEBIBYTE}MB까지 올릴 수 있어요.`)

const imageFaults = {
  UNKNOWN: 'PNG, JPEG, WebP, GIF 이미지만 올릴 수 있어요.',
  BROKEN: '이미지 파일이 손상됐어요. 다시 저장해서 올려 주세요.',
  TOO_LARGE: '이미지는 한 변 8,000픽셀, 전체 2,500만 픽셀까지 올릴 수 있어요.',
} as const

export const imageRefused = (fault: keyof typeof imageFaults): AppError =>
  new AppError('BAD_INPUT', imageFaults[fault], { issues: [{ path: 'data', message: imageFaults[fault] }] })

export const notAnImage = (): AppError => imageRefused('UNKNOWN')

export const assetNotFound = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 이미지예요.')
