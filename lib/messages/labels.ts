/** Channels of messages. SMS stands for all messages to telephones: by AlimTalk or as text messages. */
export const channels = ['EMAIL', 'SMS'] as const

/** Kinds of AlimTalk templates, by what a message is about (docs/contract.md#notices-by-telephone). */
export const templateKinds = ['CODE', 'CHARGE', 'HOLD', 'ORDER'] as const

/** What a message by AlimTalk is about; each kind has one template. */
export type TemplateKind = (typeof templateKinds)[number]

type MessageTemplate = {
  readonly label: string
  /** Text that Kakao has reviewed; it may contain no advertising. A text message contains the same text. */
  readonly text: string
  /** Pattern for the value of each variable of the text. */
  readonly variables: Readonly<Record<string, RegExp>>
}

const countPattern = /^[\d,]{1,9}$/
/** Shop names that a template may contain: short, and without characters that could make a link or a variable. */
const shopNamePattern = /^[\p{L}\p{N} ·&()_-]{1,20}$/u

/**
 * The templates as they are registered with Kakao. The value of a variable is a number, a sum of money or the shop's
 * name, never something that a member typed: no link, no name of a person and no text of an order.
 */
export const messageTemplates: Readonly<Record<TemplateKind, MessageTemplate>> = {
  CODE: {
    label: '인증번호',
    text: '인증번호 #{인증번호} · 3분 안에 입력해 주세요.',
    variables: { 인증번호: /^\d{5}$/ },
  },
  CHARGE: {
    label: '충전 완료',
    text: '[#{상점명}] 포인트 충전이 완료됐어요.\n충전 #{건수}건, #{금액}',
    variables: { 상점명: shopNamePattern, 건수: countPattern, 금액: /^[\d,.]{1,20}원$/ },
  },
  HOLD: {
    label: '자동주문 일시 중지',
    text: '[#{상점명}] 자동주문 #{건수}건이 잠시 멈췄어요.\n자동주문 내역에서 확인해 주세요.',
    variables: { 상점명: shopNamePattern, 건수: countPattern },
  },
  ORDER: {
    label: '주문 완료',
    text: '[#{상점명}] 주문 #{건수}건이 끝났어요.\n완료 #{완료}, 일부 완료 #{일부}, 취소 #{취소}',
    variables: {
      상점명: shopNamePattern,
      건수: countPattern,
      완료: countPattern,
      일부: countPattern,
      취소: countPattern,
    },
  },
}

/** How a message to a telephone was sent: by AlimTalk, or as a short (SMS) or long (LMS) text message. */
export const sentAsKinds = ['ALIMTALK', 'SMS', 'LMS'] as const

export type SentAs = (typeof sentAsKinds)[number]

export const sentAsLabels: Record<SentAs, string> = { ALIMTALK: '알림톡', SMS: '문자', LMS: '긴 문자' }

/** Ways of sending a message; staff filter the outbox by them. */
export const messageWays = ['EMAIL', 'ALIMTALK', 'SMS'] as const

/** How a message is sent, as staff filter the outbox; `Channel` counts AlimTalk as SMS. */
export type MessageWay = (typeof messageWays)[number]

export const messageWayLabels: Record<MessageWay, string> = { EMAIL: '이메일', ALIMTALK: '알림톡', SMS: '문자' }

/** Whether a message that Solapi accepted has arrived, as Solapi reports it. */
export const deliveryResults = ['ARRIVED', 'LOST'] as const

/** Whether a message that Solapi accepted has arrived. */
export type DeliveryResult = (typeof deliveryResults)[number]

export const deliveryResultLabels: Record<DeliveryResult, string> = { ARRIVED: '도착', LOST: '도착하지 않음' }

/** Channel of messages. SMS stands for all messages to telephones, AlimTalk too. */
export type Channel = (typeof channels)[number]

/**
 * Statuses of a message in the outbox. SENDING: a worker is sending it. EXPIRED: it won't be sent. Reasons: its code or
 * link has stopped working, it waited for too long, or it is a notice that its member may no longer get.
 */
export const messageStatuses = ['PENDING', 'SENDING', 'SENT', 'FAILED', 'EXPIRED'] as const

export type MessageStatus = (typeof messageStatuses)[number]

export const channelLabels: Record<Channel, string> = { EMAIL: '이메일', SMS: '문자' }

/** Warning for staff of a shop without a mail server. */
export const noMailServerText =
  '이메일 발송이 설정되지 않아 비밀번호 재설정 링크와 알림 메일이 나가지 않아요. 서버에 SMTP_URL과 MAIL_FROM을 설정해 주세요.'

/**
 * Texts of the checkbox by which staff notify the member of their action. `unreachable` is shown in its place for a
 * member who has neither e-mail address nor phone number.
 */
export const notifyChoiceTexts = {
  label: '회원에게 알리기',
  unreachable: '이메일과 휴대전화가 없는 회원이라 알림을 보낼 수 없어요.',
} as const

/** Headings, by channel, above the text of a message to a member, which staff see before they send it. */
export const messageHeadings: Record<Channel, string> = { EMAIL: '이메일로 보낼 내용', SMS: '문자로 보낼 내용' }

const notifiedTexts: Record<Channel, string> = {
  EMAIL: ' 회원에게 알릴 이메일을 보낼 목록에 넣었어요.',
  SMS: ' 회원에게 알릴 문자를 보낼 목록에 넣었어요.',
}

/**
 * Sentence added to a toast of the console if a message to the member was queued; '' if none was. The sentence doesn't
 * claim that the message was sent, because a message stays in the outbox while its channel has no carrier.
 */
export const notifiedText = (channel: Channel | null): string => (channel ? notifiedTexts[channel] : '')

export const messageStatusLabels: Record<MessageStatus, string> = {
  PENDING: '대기',
  SENDING: '보내는 중',
  SENT: '보냄',
  FAILED: '실패',
  EXPIRED: '만료',
}

const faultLabels: Readonly<Record<string, string>> = {
  WORKER_LOST: '보내던 중 멈춰 결과를 알 수 없음',
  WITHDRAWN: '회원이 알림을 껐거나 번호가 바뀌었거나 이용이 제한됨',
  ETIMEDOUT: '응답 없음',
  TIMED_OUT: '응답 없음',
  EENVELOPE: '받는 주소가 올바르지 않음',
}

/** Explains the fault code of a message that was not sent or didn't arrive. */
export function messageFaultText(fault: string): string {
  const [, service, code] = /^(SMTP|SOLAPI) (\w+)$/.exec(fault) ?? []
  if (service) return `${service === 'SMTP' ? '메일 서버' : '문자 발송사'} 응답 ${code}`
  return faultLabels[fault] ?? '연결 실패'
}

/** Explains to staff why the console doesn't show the text of a message. */
export function hiddenBodyText({ status, expiresAt }: { status: MessageStatus; expiresAt: string | null }): string {
  if (status === 'SENT') return '보낸 뒤 내용을 지웠어요.'
  if (status === 'EXPIRED' && expiresAt === null) return '기한이 지나 보내지 않고 내용을 지웠어요.'
  return expiresAt ? '인증번호나 링크가 든 내용은 보여 주지 않아요.' : '내용을 열 수 없어요.'
}

/**
 * Pattern for the beginning of a message with a verification code (`verificationCodeMessage` of lib/verification). In
 * other messages, five digits may be an id or a quantity.
 */
const CODE_MESSAGE = /^인증번호 (\d{5}) · /

/**
 * The part of a message that staff may want to copy, and the label of the button for it: a link, or the code of a
 * message with a verification code. Null if the message has neither.
 */
export function findLinkOrCode(body: string): { text: string; label: string } | null {
  const link = /https?:\/\/\S+/.exec(body)?.[0]
  if (link) return { text: link, label: '링크 복사' }
  const code = CODE_MESSAGE.exec(body)?.[1]
  return code ? { text: code, label: '인증번호 복사' } : null
}
