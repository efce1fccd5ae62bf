import { AppError } from '#lib/core/errors.ts'

export const imageNotUploaded = (path: string): AppError =>
  new AppError('BAD_INPUT', '올린 이미지만 쓸 수 있어요.', {
    issues: [{ path, message: '올린 이미지만 쓸 수 있어요.' }],
  })

const tooSoonTexts: Readonly<Record<'service' | 'privacy', string>> = {
  service: '이용약관은 시행 30일 전부터 알려야 해요. 오늘부터 30일 뒤 또는 그 이후로 정해 주세요.',
  privacy: '개인정보 처리방침은 시행 7일 전부터 알려야 해요. 오늘부터 7일 뒤 또는 그 이후로 정해 주세요.',
}

export const termsDayTooSoon = (kind: 'service' | 'privacy'): AppError =>
  new AppError('BAD_INPUT', tooSoonTexts[kind], { issues: [{ path: 'since', message: tooSoonTexts[kind] }] })

export const termsAlreadyInForce = (): AppError => new AppError('CONFLICT', '시행된 약관은 고치거나 지울 수 없어요.')

export const termsAlreadyAnnounced = (): AppError =>
  new AppError('CONFLICT', '회원에게 알리기 시작한 약관은 고칠 수 없어요. 지우고 새로 올려 주세요.')

export const termsDayTakenText = '같은 날 시행되는 글이 이미 있어요.'
