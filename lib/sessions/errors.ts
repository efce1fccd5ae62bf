import { AppError } from '#lib/core/errors.ts'
import type { Rule } from '#lib/core/form-errors.ts'
import type { LoginInput } from './schema.ts'

export const wrongLogin = (): AppError => new AppError('NOT_FOUND', '아이디 또는 비밀번호가 다릅니다.')

/** Messages of the login form (docs/contract.md#messages). */
export const loginMessages = {
  malformed: '입력 양식을 맞춰주세요.',
  fault: '오류가 발생했습니다.',
  done: '로그인에 성공했습니다.',
} as const

/** Rules for the input of the login form, in the sequence in which they are checked (docs/contract.md#sessions). */
export const loginRules = ({ id, password }: LoginInput): Rule[] => [
  ['id', id === '', '아이디를 입력 해주세요.'],
  ['id', /\s/.test(id), '아이디에 띄어쓰기는 불가능합니다.'],
  ['password', password === '', '비밀번호를 입력 해주세요.'],
]
