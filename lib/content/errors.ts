import { AppError } from '#lib/core/errors.ts'

export const imageTooLarge = (): AppError => new AppError('TOO_LARGE', '이미지는 2MB까지 올릴 수 있어요.')

const imageFaults = {
  UNKNOWN: 'PNG, JPEG, WebP, GIF 이미지만 올릴 수 있어요.',
  BROKEN: '이미지 파일이 손상됐어요. 다시 저장해서 올려 주세요.',
  TOO_LARGE: '이미지는 한 변 8,000픽셀, 전체 2,500만 픽셀까지 올릴 수 있어요.',
} as const

export const imageRefused = (fault: keyof typeof imageFaults): AppError =>
  new AppError('BAD_INPUT', imageFaults[fault], { issues: [{ path: 'data', message: imageFaults[fault] }] })

export const notAnImage = (): AppError => imageRefused('UNKNOWN')

export const pictureNotThere = (path: string): AppError =>
  new AppError('BAD_INPUT', '올린 이미지만 쓸 수 있어요.', {
    issues: [{ path, message: '올린 이미지만 쓸 수 있어요.' }],
  })

export const assetNotFound = (): AppError => new AppError('NOT_FOUND', '존재하지 않는 이미지입니다.')

const tooSoon: Readonly<Record<'service' | 'privacy', string>> = {
  service: '이용약관은 시행 30일 전부터 알려야 해요. 오늘부터 30일 뒤 또는 그 이후로 정해 주세요.',
  privacy: '개인정보처리방침은 시행 7일 전부터 알려야 해요. 오늘부터 7일 뒤 또는 그 이후로 정해 주세요.',
}

export const termsTooSoon = (kind: 'service' | 'privacy'): AppError =>
  new AppError('BAD_INPUT', tooSoon[kind], { issues: [{ path: 'since', message: tooSoon[kind] }] })

export const termsHold = (): AppError => new AppError('CONFLICT', '시행된 약관은 고치거나 지울 수 없어요.')

export const termsAnnounced = (): AppError =>
  new AppError('CONFLICT', '회원에게 알리기 시작한 약관은 고칠 수 없어요. 지우고 새로 올려 주세요.')

export const termsTaken = '같은 날 시행되는 글이 이미 있어요.'
