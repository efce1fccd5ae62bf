import { z } from 'zod'
import type { Rule } from '#lib/core/form-errors.ts'
import { formText } from '#lib/core/form-fields.ts'
import { foldLoginId } from '#lib/members/rules.ts'

export const loginInput = z.object({ id: formText.transform(foldLoginId), password: formText })

export type LoginInput = z.output<typeof loginInput>

/** Spec 8. */
export const loginMessages = {
  malformed: '입력 양식을 맞춰주세요.',
  fault: '오류가 발생했습니다.',
  done: '로그인에 성공했습니다.',
} as const

/** Spec 5, login, in its order. */
export const loginRules = ({ id, password }: LoginInput): Rule[] => [
  ['id', id === '', '아이디를 입력 해주세요.'],
  ['id', /\s/.test(id), '아이디에 띄어쓰기는 불가능합니다.'],
  ['password', password === '', '비밀번호를 입력 해주세요.'],
]

export const loggedIn = z.object({ accessToken: z.string() })

export const sessionRow = z.object({
  id: z.uuid(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
})
