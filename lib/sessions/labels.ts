import { messages } from '#lib/core/pipeline-messages.ts'

/** Texts about the connection of an open page to the shop. */
export const pageConnectionTexts = {
  /** Shown while the page waits for the connection. */
  offline: '인터넷 연결이 끊겼어요. 다시 연결되면 이어서 불러와요.',
  /** Shown if a part of the page can't be loaded any more, for example after an upgrade of the shop. */
  outdated: '화면을 새로 고친 뒤 다시 시도해 주세요.',
} as const

/** Tells a member with an open session that staff have restricted his account since; only the login says why. */
export const restrictedSessionText = '이용이 제한된 계정이에요. 로그인하면 이유를 볼 수 있어요.'

/** Texts of the login dialog, which opens over a page when its session has ended. */
export const loginDialogTexts = {
  title: '로그인',
  back: '로그인하면 보려던 화면으로 이어져요.',
  afterReset: '비밀번호를 바꿨어요. 새 비밀번호로 로그인해 주세요.',
  sessionEnded: '로그인이 만료됐어요. 다시 로그인하면 입력한 내용 그대로 이어져요.',
  otherAccount: messages.otherMember,
  register: '회원가입',
} as const
