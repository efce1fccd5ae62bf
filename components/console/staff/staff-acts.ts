import type { StaffRow } from '#lib/staff/schema.ts'
import type { Act } from '../acts.tsx'
import type { ConsoleCall } from '../use-console-call.ts'

export type StaffVerb = 'role' | 'reset' | 'enrol' | 'signOut'

type StaffAct = Omit<Act, 'run'> & { readonly verb: StaffVerb }

/** What an owner may do about one of the staff: nothing to reset or end where there is nothing. */
export function actsOf({ totpSince, sessions }: StaffRow): readonly StaffAct[] {
  return [
    { key: 'a', verb: 'role', label: '권한 변경' },
    totpSince
      ? { key: 'r', verb: 'reset', label: '2단계 인증 초기화' }
      : { key: 'r', verb: 'enrol', label: '등록 코드 발급' },
    ...(sessions.length > 0 ? [{ key: 'd', verb: 'signOut', label: '모든 기기 로그아웃' } as const] : []),
  ]
}

type Confirmed = Exclude<StaffVerb, 'role' | 'enrol'>

const parts = { reset: 'totp', signOut: 'sessions' } as const

export const callOf = (verb: Confirmed, { memberNo, memberId }: StaffRow): ConsoleCall => ({
  method: 'DELETE',
  path: `/api/admin/staff/${memberNo}/${parts[verb]}`,
  done: verb === 'reset' ? `${memberId} 2단계 인증을 초기화했습니다.` : `${memberId} 운영자를 로그아웃했습니다.`,
})

export function wordsOf(verb: Confirmed, { memberId }: StaffRow) {
  return verb === 'reset'
    ? {
        title: '2단계 인증 초기화',
        text: `${memberId} 운영자의 인증 앱과 복구 코드를 지우고 모든 기기에서 로그아웃합니다. 다음 로그인 때 인증 앱을 새로 설정합니다. 본인이 요청했는지 먼저 확인해 주세요.`,
        action: '초기화',
      }
    : {
        title: '모든 기기 로그아웃',
        text: `${memberId} 운영자를 모든 기기에서 로그아웃합니다. 하던 일이 있다면 다시 로그인해야 합니다.`,
        action: '로그아웃',
      }
}
