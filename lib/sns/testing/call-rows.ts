import type { CallTestRows } from '#lib/web/testing/row.ts'
import { signSignUpTicket } from '../sign-ticket.ts'
import { makeSignUpSource, makeSnsMember, newSnsSubject, setUpLoginStandIns } from './sns.ts'

const signUpFailed = '회원가입에 실패했습니다'

export const callTestRows: CallTestRows = {
  'POST /api/admin/settings/sns-check': {
    access: 'MANAGER',
    body: async () => {
      await setUpLoginStandIns()
      return { provider: 'NAVER' }
    },
  },
  'POST /auth/login/naver': {
    access: 'public',
    body: async () => {
      const { naver } = await setUpLoginStandIns()
      const { subject } = await makeSnsMember('NAVER')
      return { code: naver.codeFor(subject), state: 'a-state' }
    },
    malformed: '네이버 로그인에 실패했습니다',
  },
  'POST /auth/login/kakao': {
    access: 'public',
    body: async () => {
      const { kakao } = await setUpLoginStandIns()
      const { subject } = await makeSnsMember('KAKAO')
      return { accessToken: kakao.tokenFor(subject) }
    },
    malformed: '카카오 로그인에 실패했습니다',
  },
  'POST /auth/register/naver': {
    access: 'public',
    status: 201,
    body: async () => {
      await setUpLoginStandIns()
      return { registerWhere: await makeSignUpSource(), accessToken: await signSignUpTicket(newSnsSubject()) }
    },
    malformed: signUpFailed,
  },
  'POST /auth/register/kakao': {
    access: 'public',
    status: 201,
    body: async () => {
      const { kakao } = await setUpLoginStandIns()
      return { registerWhere: await makeSignUpSource(), accessToken: kakao.tokenFor(newSnsSubject()) }
    },
    malformed: signUpFailed,
  },
}
