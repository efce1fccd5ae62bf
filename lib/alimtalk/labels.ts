/**
 * Kinds of notices that a member may choose to get by telephone: credited charges (CHARGE), held auto orders (HOLD) and
 * ended orders (ORDER).
 */
export const alertKinds = ['CHARGE', 'HOLD', 'ORDER'] as const

/** What a notice by telephone is about. */
export type AlertKind = (typeof alertKinds)[number]

/** Subjects of the messages in the outbox. */
export const alertSubjects: Record<AlertKind, string> = {
  CHARGE: '충전 완료 알림',
  HOLD: '자동주문 일시 중지 알림',
  ORDER: '주문 완료 알림',
}

/** Texts of the card on which a member chooses his notices. */
export const alertTexts = {
  title: '알림',
  hint: (phone: string): string => `${phone}로 카카오톡 알림톡을 보내요. 알림톡을 받을 수 없으면 문자로 보내요.`,
  hours: '알림은 오전 8시부터 오후 9시까지 보내요. 광고는 보내지 않아요.',
  noPhone: '휴대전화를 등록하고 인증하면 알림을 받을 수 있어요.',
  unverified: (phone: string): string => `${phone}를 인증하면 알림을 받을 수 있어요.`,
  sendCode: '인증번호 받기',
  resendCode: '인증번호 다시 받기',
  codeSent: '인증번호를 보냈어요.',
  code: '휴대전화 인증번호',
  verify: '휴대전화 인증하기',
  verified: '휴대전화를 인증했어요. 받을 알림을 골라 주세요.',
  failed: '알림 설정을 바꾸지 못했어요. 잠시 후 다시 시도해 주세요.',
  allOff: '알림 모두 끄기',
  turnedAllOff: '알림을 모두 껐어요.',
} as const

/** Label and explanation of each kind of notice, and the toasts after it is turned on or off. */
export const alertChoices: Record<AlertKind, { label: string; hint: string; on: string; off: string }> = {
  CHARGE: {
    label: '충전 완료',
    hint: '포인트가 충전되면 알려 드려요.',
    on: '충전이 완료되면 알려 드릴게요.',
    off: '충전 완료 알림을 껐어요.',
  },
  HOLD: {
    label: '자동주문 일시 중지',
    hint: '자동주문이 잠시 멈추면 알려 드려요.',
    on: '자동주문이 멈추면 알려 드릴게요.',
    off: '자동주문 일시 중지 알림을 껐어요.',
  },
  ORDER: {
    label: '주문 완료',
    hint: '끝난 주문을 모아서 30분에 한 번, 하루 열 번까지 알려 드려요.',
    on: '주문이 끝나면 모아서 알려 드릴게요.',
    off: '주문 완료 알림을 껐어요.',
  },
}

/** Sentences that tell staff what to do about a refusal or failure of Solapi. */
export const solapiSentences = {
  secret: 'API 시크릿이 맞지 않아요. 솔라피 콘솔에서 시크릿을 다시 복사해 주세요.',
  key: '솔라피가 API 키를 받아들이지 않아요. 키가 켜져 있는지, 허용 IP에 이 서버가 있는지 확인해 주세요.',
  balance: '솔라피 잔액이 부족해요. 솔라피에서 충전해 주세요.',
  busy: '솔라피가 요청이 많다고 해요. 잠시 뒤 다시 확인해 주세요.',
  unreachable: '솔라피에 연결할 수 없어요. 잠시 뒤 다시 확인해 주세요.',
  unreadable: '솔라피의 응답을 읽을 수 없어요. 잠시 뒤 다시 확인해 주세요.',
  refused: (code: string): string => `솔라피가 요청을 거절했어요(${code}). 솔라피 콘솔을 확인해 주세요.`,
  sender: (phone: string): string =>
    `발신번호 ${phone}을 솔라피에서 쓸 수 없어요. 솔라피 콘솔에서 발신번호를 등록하고 인증해 주세요.`,
  channel: '템플릿을 쓰려면 카카오 채널 ID도 적어 주세요.',
  templateUnknown: (label: string): string =>
    `${label} 템플릿을 솔라피에서 찾을 수 없어요. 템플릿 ID를 다시 복사해 주세요.`,
  templateState: (label: string, state: string): string =>
    `${label} 템플릿이 아직 승인되지 않았어요(${state}). 카카오 검수가 끝난 뒤 다시 확인해 주세요.`,
  templateText: (label: string): string =>
    `${label} 템플릿의 내용이 이 상점의 것과 달라요. 이 화면의 내용을 그대로 복사해 등록해 주세요.`,
  templateChannel: (label: string): string => `${label} 템플릿이 다른 카카오 채널의 것이에요. 채널 ID를 확인해 주세요.`,
  templateRefused: (label: string): string =>
    `${label} 알림톡을 솔라피가 받지 않아 문자로 보냈어요. 템플릿 ID와 채널 ID를 확인해 주세요.`,
} as const

/** Labels of Solapi's states of a template that isn't approved. */
export const templateStateLabels: Readonly<Record<string, string>> = {
  PENDING: '검수 전',
  INSPECTING: '검수 중',
  REJECTED: '반려',
}
