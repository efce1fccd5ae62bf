import { AppError } from '#lib/core/errors.ts'

const taken = {
  members_login_id_key: '이미 존재하는 아이디입니다',
  members_email_key: '이미 존재하는 이메일 입니다',
  members_phone_key: '이미 존재하는 휴대전화 번호 입니다',
} as const

export type TakenKey = keyof typeof taken

export const takenKeys = Object.keys(taken) as TakenKey[]

export const alreadyTaken = (key: TakenKey): AppError => new AppError('CONFLICT', taken[key])

export const restricted = (): AppError => new AppError('RESTRICTED', '이용이 제한된 계정입니다.')

export const unknownReferral = (): AppError => new AppError('BAD_INPUT', '존재하지 않는 추천인 코드입니다')
