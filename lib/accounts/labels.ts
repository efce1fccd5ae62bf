/** E-mail with the link to reset a forgotten password. */
export const resetLinkMessage = {
  subject: '비밀번호 재설정 안내',
  body: (url: string): string =>
    `아래 링크에서 비밀번호를 다시 설정해 주세요. 링크는 30분 동안 한 번만 사용할 수 있어요.\n\n${url}\n\n요청하신 적이 없다면 이 메일을 무시해 주세요.`,
} as const

/**
 * E-mail after a password reset to a member whose webhook is switched on. It names the host that gets his orders'
 * events, because somebody else may have entered the address while he had access to the account.
 */
export const webhookStaysOnMessage = {
  subject: '웹훅이 켜져 있으니 확인해 주세요',
  body: (host: string): string =>
    `비밀번호를 재설정해서 모든 기기에서 로그아웃하고 API 키를 폐기했어요. 웹훅은 그대로 켜져 있어 주문 소식을 아래 서버로 계속 보내요.\n\n${host}\n\n직접 등록한 주소가 아니라면 계정설정에서 웹훅을 꺼 주세요.`,
} as const

/** Messages to the old e-mail address or phone number after a change; they don't name the new address or number. */
export const contactChangedMessages = {
  EMAIL: {
    subject: '이메일 주소가 변경됐어요',
    body: '회원님 계정의 이메일 주소가 다른 주소로 변경됐어요. 직접 변경하지 않았다면 바로 비밀번호를 바꾸고 고객센터로 알려 주세요.',
  },
  PHONE: {
    subject: '휴대전화 번호가 변경됐어요',
    body: '회원님 계정의 휴대전화 번호가 변경됐어요. 직접 변경하지 않았다면 바로 비밀번호를 바꾸고 고객센터로 알려 주세요.',
  },
} as const

/** Texts of the card with e-mail address and phone number on the profile screen, and of the card's forms. */
export const contactLabels = {
  title: '연락처',
  email: '이메일',
  phone: '휴대전화',
  none: '등록하지 않았어요',
  change: '변경',
  add: '등록',
  cancel: '그만두기',
  emailSubmit: '이메일 변경하기',
  phoneSubmit: '휴대전화 변경하기',
  hint: '새 주소나 번호로 받은 인증번호를 입력하면 바뀌고, 쓰던 곳에는 변경 안내를 보내요.',
  emailChanged: '이메일을 변경했어요.',
  phoneChanged: '휴대전화 번호를 변경했어요.',
  /** Shown instead of the form if the shop can't send the code that verifies the new address or number. */
  unreachable: {
    EMAIL: '지금은 인증번호를 이메일로 보낼 수 없어 이메일을 바꿀 수 없어요.',
    PHONE: '지금은 인증번호를 문자로 보낼 수 없어 휴대전화를 바꿀 수 없어요.',
  },
} as const

/** Texts of the card with which a member who signs in with Naver or Kakao sets a first password. */
export const firstPasswordLabels = {
  title: '비밀번호 만들기',
  hint: '비밀번호를 만들면 아이디로도 로그인할 수 있어요. 만든 뒤에는 모든 기기에서 로그아웃되고, API 키는 폐기돼요.',
  noEmail: '먼저 위의 연락처에서 이메일을 등록해 주세요. 그 주소로 링크를 보내 드려요.',
  noMail: '지금은 이메일을 보낼 수 없어 비밀번호를 만들 수 없어요.',
  send: '이메일로 링크 받기',
  sentTo: (email: string): string => `${email} 주소로 링크를 보냈어요. 30분 안에 열어서 비밀번호를 정해 주세요.`,
} as const

/** Messages that the account screens show after a call (docs/contract.md#messages). */
export const accountMessages = {
  failed: '오류가 발생했습니다',
  linkSent: '이메일이 전송되었습니다',
  noMail: '지금은 이메일을 보낼 수 없어요. 비밀번호를 잊었다면 고객센터로 문의해 주세요.',
  referralIssued: '추천인 코드를 발급했어요.',
  reset: '비밀번호가 재설정되었습니다',
  deleted: '탈퇴가 완료되었습니다',
  deletionFailed: '회원탈퇴에 실패했습니다',
} as const
