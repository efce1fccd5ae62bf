import { MAX_PICTURES } from './rules.ts'

/**
 * Statuses of a question. OPEN: waits for staff. ANSWERED: staff wrote last. CLOSED: no further message is expected.
 */
export const questionStatuses = ['OPEN', 'ANSWERED', 'CLOSED'] as const

export type QuestionStatus = (typeof questionStatuses)[number]

export const questionStatusLabels: Record<QuestionStatus, string> = {
  OPEN: '답변 대기',
  ANSWERED: '답변 완료',
  CLOSED: '종료',
}

/** Kinds that a member can choose, for a question that is about neither an order nor a charge. */
export const chosenQuestionKinds = ['OTHER', 'ACCOUNT'] as const

export const questionKinds = ['ORDER', 'CHARGE', ...chosenQuestionKinds] as const

export type QuestionKind = (typeof questionKinds)[number]

export const questionKindLabels: Record<QuestionKind, string> = {
  ORDER: '주문',
  CHARGE: '충전',
  ACCOUNT: '계정',
  OTHER: '기타',
}

/** Text that says what a question is about, with the number of its order or charge: 주문 123번. */
export const questionSubjectText = ({
  kind,
  orderId,
  chargeId,
}: {
  readonly kind: QuestionKind
  readonly orderId: number | null
  readonly chargeId: number | null
}): string => {
  const number = orderId ?? chargeId
  return number === null ? questionKindLabels[kind] : `${questionKindLabels[kind]} ${number}번`
}

/** Texts of the members' page about questions. */
export const questionTexts = {
  title: '1:1 문의',
  hint: '답변이 오면 이메일로도 알려 드려요.',
  ask: '문의하기',
  message: '문의 내용',
  messageHint: '언제, 무엇이 어떻게 되었는지 적어 주시면 더 빨리 도와드릴 수 있어요.',
  kind: '문의 종류',
  asked: '문의를 보냈어요. 답변이 오면 알려 드릴게요.',
  list: '내 문의',
  none: '아직 문의가 없어요',
  noneHint: '궁금한 점이나 불편한 점을 남겨 주세요.',
  other: '문의 더 보기',
  newest: '최신 문의',
  fresh: '새 답변',
  write: '메시지',
  send: '보내기',
  sent: '메시지를 보냈어요.',
  picture: '이미지',
  pictures: '첨부한 이미지',
  addPicture: '이미지 첨부',
  pictureHint: `PNG, JPEG, WebP ${MAX_PICTURES}장까지 올릴 수 있어요. 붙여 넣거나 끌어다 놓아도 돼요.`,
  uploading: '올리는 중',
  stillUploading: '이미지를 올리고 있어요. 다 올라간 뒤에 보내 주세요.',
  uploadFirst: '이미지를 올리고 있어요. 다 올라간 뒤에 다시 첨부해 주세요.',
  attached: (count: number) => `이미지 ${count}장을 첨부했어요.`,
  tooManyPictures: `이미지는 ${MAX_PICTURES}장까지 첨부할 수 있어요.`,
  removePicture: (name: string) => `${name} 빼기`,
  showPicture: (name: string) => `${name} 크게 보기`,
  original: '원본 크기로 보기',
  close: '문의 종료',
  closed: '문의를 종료했어요.',
  closedHint: '종료된 문의예요. 메시지를 보내면 다시 열려요.',
  me: '나',
  staff: '상담원',
  back: '목록으로',
  thread: '주고받은 메시지',
  guest: '로그인하면 문의를 남기고 답변을 볼 수 있어요.',
  failed: '문의를 보내지 못했어요. 다시 시도해 주세요.',
} as const

/** E-mail that tells a member about an answer. It contains a link to the answer, not the answer's text. */
export const answerEmail = (questionId: number, shopUrl: string): { subject: string; body: string } => ({
  subject: '문의하신 내용에 답변이 도착했어요',
  body: `문의 ${questionId}번에 답변이 도착했어요.\n\n답변 보기: ${shopUrl}/questions?id=${questionId}`,
})

/** Texts of the console's page about questions. */
export const questionConsoleTexts = {
  answer: '답변하기',
  message: '답변',
  messageHint: 'Ctrl+Enter로 보내요. 회원에게 이메일로도 알려요.',
  fresh: '새 메시지',
  missed: '그 사이 온 메시지',
  template: '템플릿',
  close: '종료하기',
  reopen: '다시 열기',
  answered: '답변을 보냈어요.',
  closed: '문의를 종료했어요.',
  reopened: '문의를 다시 열었어요.',
} as const
