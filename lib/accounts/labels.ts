/** E-mail with a reset link. */
export const resetLinkMessage = {
  subject: '비밀번호 재설정 안내',
  body: (url: string): string =>
    `아래 링크에서 비밀번호를 다시 설정해 주세요. 링크는 30분 동안 한 번만 사용할 수 있어요.\n\n${url}\n\n요청하신 적이 없다면 이 메일을 무시해 주세요.`,
} as const

/** Messages shown after a call (docs/contract.md#messages). */
export const accountMessages = {
  failed: '오류가 발생했습니다',
  linkSent: '이메일이 전송되었습니다',
  changed: '비밀번호를 변경했어요. 다시 로그인해 주세요.',
  referralIssued: '추천인 코드를 발급했어요.',
  reset: '비밀번호가 재설정되었습니다',
  deleted: '탈퇴가 완료되었습니다',
  deletionFailed: '회원탈퇴에 실패했습니다',
} as const
