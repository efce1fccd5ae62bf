import { orderStatusLabels } from '#lib/orders/labels.ts'
import type { TaskKind, TaskRefType } from '#lib/tasks/labels.ts'

/**
 * Actions by which staff resolve a task; each kind of task offers some of them. sent, not-sent: whether the provider
 * has the order or request. send-anyway: although the order costs more than was paid. apply: the change that the
 * provider reported. pay, decline: a reward. fulfil, refuse: a member's request.
 */
export const taskActions = [
  'done',
  'sent',
  'not-sent',
  'retry',
  'send-anyway',
  'cancel',
  'apply',
  'pay',
  'decline',
  'fulfil',
  'refuse',
] as const

export type TaskAction = (typeof taskActions)[number]

export const taskActionLabels: Record<TaskAction, string> = {
  done: '처리 완료',
  sent: '보냄',
  'not-sent': '안 보냄',
  retry: '다시 시도',
  'send-anyway': '그래도 보내기',
  cancel: '취소·환불',
  apply: '적용',
  pay: '지급',
  decline: '지급 안 함',
  fulfil: '요청 처리',
  refuse: '거절',
}

export const taskStatuses = ['OPEN', 'DONE'] as const

export type TaskStatus = (typeof taskStatuses)[number]

export const taskStatusLabels: Record<TaskStatus, string> = { OPEN: '처리 전', DONE: '끝남' }

/** Texts of a kind of task: its name (`label`), and what it means and what staff should do about it (`todo`). */
export type TaskText = { label: string; todo: string }

export const taskTexts: Record<TaskKind, TaskText> = {
  BOOKS: {
    label: '장부 불일치',
    todo: '정산에서 어긋난 줄을 확인하고 원인을 찾아 주세요. 저절로 고쳐지지 않아요.',
  },
  LEGAL_OVER: {
    label: '법정 기준 넘음',
    todo: '법이 정한 수치나 기한을 넘었어요. 법정 기준에서 무엇인지 확인하고, 기한이 지난 항목은 지금 처리해 주세요. 발행 규모라면 변호사와 등록 의무를 확인해 주세요.',
  },
  DELIVERY_UNKNOWN: {
    label: '결과 불명',
    todo: '공급사에 접수됐는지 확인해 주세요. 접수됐으면 ‘보냄’을 눌러 공급사 주문번호를 입력하고, 접수되지 않았으면 ‘안 보냄’을 눌러 주세요.',
  },
  DELIVERY_TWICE: {
    label: '중복 접수 의심',
    todo: '다시 보낸 뒤에 먼저 보낸 주문의 접수 응답이 왔어요. 공급사에서 한쪽을 취소해 주세요.',
  },
  DELIVERY_LATE: {
    label: '늦은 변경',
    todo: '끝난 주문의 상태를 공급사가 바꿨어요. 맞는 변경이면 적용하고, 아니면 그대로 두고 처리 완료로 닫아 주세요.',
  },
  DELIVERY_BY_HAND: {
    label: '직접 입력한 번호의 환불',
    todo: '운영자가 직접 입력한 공급사 주문번호의 상태대로 환불하면 그 운영자가 혼자 환불할 수 있는 금액을 넘어요. 그 번호가 이 주문의 것인지 공급사에서 확인해 주세요. 맞으면 적용하고, 아니면 처리 완료로 닫은 뒤 주문 상태를 직접 바꿔 주세요.',
  },
  DELIVERY_REFUSED: {
    label: '전송 거절',
    todo: '공급사가 뜻을 알 수 없는 이유로 받지 않았어요. 이유를 보고 다시 시도하거나 취소·환불해 주세요.',
  },
  DELIVERY_DEAR: {
    label: '원가가 판매가보다 높은 주문',
    todo: '먼저 보낼 공급사가 받지 않았거나 꺼져 있고, 남은 공급사는 회원이 낸 금액보다 원가가 비싸서 보내지 않았어요. 손해를 보고 보내거나 취소·환불해 주세요. 원가가 내리거나 더 싼 공급사를 추가하면 저절로 보내요.',
  },
  DELIVERY_UNCLEAR: {
    label: '알 수 없는 상태',
    todo: '공급사가 알린 상태를 읽을 수 없어요. 공급사에서 확인하고 주문 상태를 직접 바꿔 주세요.',
  },
  SUBSCRIPTION_OPEN: {
    label: '끝나지 않은 구독',
    todo: '기간이 지났는데 끝나지 않은 구독이에요. 공급사나 담당자에게 남은 수량을 확인하고 주문 상태를 바꿔 주세요. 쓰지 않은 만큼 환불돼요.',
  },
  REQUEST_UNKNOWN: {
    label: '요청 결과 불명',
    todo: '공급사에 요청이 접수됐는지 확인해 주세요. 접수됐으면 ‘보냄’을 누르고(리필은 공급사 리필 번호도 입력), 접수되지 않았으면 ‘안 보냄’을 눌러 주세요.',
  },
  REQUEST: {
    label: '주문 요청',
    todo: '회원의 요청을 처리하거나 사유를 적어 거절해 주세요. 사유는 회원에게 보여요. 채울 수 없는 이탈은 주문에서 포인트로 돌려주면 요청도 함께 끝나요.',
  },
  ORDER_STUCK: {
    label: '멈춘 주문',
    todo: '오래 움직이지 않은 주문이에요. 공급사나 담당자에게 확인하고 주문 상태를 바꿔 주세요.',
  },
  AUTO_HELD: {
    label: '자동주문 중지',
    todo: '상품을 주문할 수 없어 자동주문이 멈췄어요. 72시간 안에 상품을 다시 열지 않으면 취소되고 남은 회차가 환불돼요.',
  },
  APPROVAL: {
    label: '확인 대기',
    todo: '한 사람이 혼자 끝낼 수 없는 일이에요. 요청하지 않은 다른 운영자가 내용을 확인하고 확인이나 거절을 눌러 주세요.',
  },
  ADJUSTMENT: {
    label: '조정 확인',
    todo: '한도를 넘는 포인트 조정이에요. 요청하지 않은 다른 대표가 확인하거나 거절해 주세요.',
  },
  PENDING_CHANGE: {
    label: '변경 적용 대기',
    todo: '입금 계좌, 한도, 권한, 공급사, 연동처럼 중요한 값의 변경이 적용을 기다리고 있어요. 요청하지 않은 변경이면 지금 철회해 주세요.',
  },
  CHARGE_REVERSAL: {
    label: '충전 회수 부족',
    todo: '취소한 충전의 포인트나 그 충전으로 받은 보너스·쿠폰 포인트를 회원이 이미 써서 다 회수하지 못했어요. 모자란 만큼은 미수금으로 남아 다음에 들어오는 포인트에서 먼저 빠져요. 회원에게 알려 주세요.',
  },
  REWARD_REVERSAL: {
    label: '추천 보상 회수 부족',
    todo: '추천받은 회원의 충전이 취소되거나 환불됐는데, 추천한 회원이 보상을 이미 써서 다 회수하지 못했어요. 모자란 만큼은 미수금으로 남아 다음에 들어오는 포인트에서 먼저 빠져요. 회원에게 알려 주세요.',
  },
  REFERRAL_REWARD: {
    label: '추천 보상 확인',
    todo: '추천한 회원과 추천받은 회원이 같은 사람이거나, 추천받은 회원이 전에 다른 계정으로 충전한 사람으로 보여요. 두 회원의 입금과 환불을 확인하고 지급하거나 지급하지 마세요. 7일 동안 정하지 않으면 지급돼요.',
  },
  CARD_PAYMENT: {
    label: '충전되지 않은 결제',
    todo: '회원이 결제했지만 신청한 내용과 달라 충전하지 않았어요. 포트원 콘솔에서 결제를 확인해 취소하고, 필요하면 회원에게 다시 결제하도록 알려 주세요. 모두 취소되면 저절로 끝나요.',
  },
  CARD_CANCEL: {
    label: '결제 취소 실패',
    todo: '포트원이 결제를 취소하지 않아, 회수한 포인트를 회원에게 되돌려 줬어요. 내용에서 이유를 보고 충전 화면에서 다시 취소해 주세요.',
  },
  DEPOSIT_DIFFERS: {
    label: '입금 내용 불일치',
    todo: '은행이 알린 이름이나 금액이 먼저 저장된 입금과 달라요. 은행에서 확인하고, 잘못 충전된 것이 있으면 취소해 주세요.',
  },
  DEPOSIT_MISSED: {
    label: '놓친 입금',
    todo: '연결한 서비스에 있는데 상점에 없던 입금을 찾아 등록했어요. 입금에서 확인하고, 맞는 충전 요청이 있으면 이어 주세요.',
  },
  DEPOSIT_UNCONFIRMED: {
    label: '확인하지 못한 입금',
    todo: '연결한 서비스가 이 충전의 입금을 알렸지만, 이틀 동안 물어봐도 내용을 확인하지 못했어요. 은행에서 확인하고, 입금됐으면 충전에서 직접 승인해 주세요.',
  },
  DEPOSIT: {
    label: '미확인 입금',
    todo: '저절로 충전되지 않은 입금이에요. 입금에서 이유를 확인하고 요청과 잇거나 돌려보내 주세요.',
  },
  CHARGE_NAMES: {
    label: '여러 이름 충전',
    todo: '한 회원이 입금된 적 없는 이름 여럿으로 충전을 요청했어요. 남의 입금을 노린 것이 아닌지 확인해 주세요.',
  },
  LEGAL_NEAR: {
    label: '법정 기준 임박',
    todo: '법이 정한 수치나 기한의 80%에 닿았어요. 법정 기준에서 무엇인지 확인하고, 넘기 전에 처리해 주세요.',
  },
  CONNECTION_DOWN: {
    label: '연동 오류',
    todo: '연결한 서비스가 계속 응답하지 않거나, 키나 충전 등록을 받지 않아요. 이유를 보고 연동의 값이나 서비스의 이용 상태를 바로잡은 뒤 연결을 확인해 주세요. 입금을 알리는 서비스면 그동안의 입금은 은행에서 확인해 주세요.',
  },
  RECEIPT: {
    label: '영수증 발행 실패',
    todo: '연결한 서비스가 영수증이나 그 취소를 발행하지 못했어요. 이유를 보고 영수증에서 다시 시도하거나, 서비스에서 직접 발행하고 직접 처리로 적어 주세요. 운영자가 발행한 영수증이면 발행한 곳에서 취소한 뒤 완료해 주세요.',
  },
  PROVIDER_DOWN: {
    label: '공급사 응답 없음',
    todo: '공급사가 여러 번 이어서 응답하지 않았어요. 주소와 상태를 확인하고 다시 시도해 주세요.',
  },
  PROVIDER_FUNDS: {
    label: '공급사 잔액 부족',
    todo: '잔액이 모자라 주문을 보내지 못하고 있어요. 공급사에 충전한 뒤 다시 시도해 주세요.',
  },
  PROVIDER_BALANCE: {
    label: '공급사 잔액 낮음',
    todo: '공급사 잔액이 정해 둔 선보다 낮아요. 주문이 막히기 전에 충전해 주세요.',
  },
  SERVICE_LIST: {
    label: '상품 목록 확인',
    todo: '공급사의 상품이나 가격, 통화가 크게 바뀌었거나 하루 넘게 목록을 읽지 못해서 목록을 자동으로 적용하지 않았어요. 공급사에 확인한 뒤 대상 화면의 ‘지금 목록 확인’에서 바뀐 점을 보고 적용해 주세요. 적용하면 이 할 일은 저절로 끝나요. 통화가 바뀌었으면 먼저 바뀐 통화의 환율을 저장하고, 목록을 적용한 다음 자동 동기화를 다시 켜야 끝나요.',
  },
  SERVICE_CHEAP: {
    label: '너무 싸진 상품',
    todo: '원가나 가격이 5분의 1 아래로 내려간 상품이 있어요. 이 상품만 이전 가격을 유지하고 나머지 목록은 반영했어요. 공급사의 가격과 입력한 환율이 맞는지 보고, 맞으면 대상 화면의 ‘지금 목록 확인’에서 확인하고 적용해 주세요. 틀린 값을 고치면 저절로 끝나요.',
  },
  SERVICE_GONE: {
    label: '공급사 상품 종료',
    todo: '공급사가 이 상품을 더 이상 팔지 않거나 다른 유형으로 바꿨어요. 다른 공급사로 바꾸거나 상품을 내려 주세요.',
  },
  SERVICE_SLOW: {
    label: '느려진 상품',
    todo: '평소보다 두 배 넘게 걸리는 주문이 있는 상품이에요. 공급사에 확인하고, 계속 늦으면 다른 공급사로 바꾸거나 상품 설명에 알려 주세요.',
  },
  PROVIDER_FALLING: {
    label: '공급사 완료율 하락',
    todo: '이 공급사가 끝까지 완료한 주문이 눈에 띄게 줄었어요. 공급사에 이유를 묻고, 나아질 때까지 다른 공급사로 바꿔 주세요.',
  },
  AUTO_BELOW_COST: {
    label: '원가보다 싼 자동주문',
    todo: '원가가 회원이 이미 낸 자동주문 가격보다 비싸져서, 남은 회차를 보낼수록 손해예요. 상품을 주문불가로 바꾸면 자동주문이 멈추고, 72시간 안에 다시 열지 않으면 남은 회차가 환불돼요. 원가가 내리면 저절로 끝나요.',
  },
  BELOW_COST: {
    label: '원가보다 싼 가격',
    todo: '팔수록 손해인 상품이에요. 가격을 올리거나 상품을 내려 주세요.',
  },
  OUTBOX: {
    label: '발송 실패',
    todo: '메시지를 보내지 못했어요. 발송함에서 이유를 확인하고 발송 설정을 살펴 주세요.',
  },
  DORMANT: {
    label: '장기 미접속',
    todo: '1년 넘게 로그인하지 않아 경고로 바뀐 회원이에요. 필요하면 안내하고 이용 제한을 정해 주세요.',
  },
}

/**
 * Texts of a task's kind. For a kind that this version doesn't know, the kind itself is the label: a newer version may
 * have filed the task before it was rolled back.
 */
export const taskTextOf = (kind: string): TaskText =>
  (taskTexts as Readonly<Record<string, TaskText>>)[kind] ?? {
    label: kind,
    todo: '이 버전이 모르는 종류의 할 일이에요. 대상을 확인하고, 급하지 않으면 최신 버전에서 처리해 주세요.',
  }

const refLabels: Readonly<Record<TaskRefType, string>> = {
  order: '주문',
  request: '요청',
  charge: '충전',
  deposit: '입금',
  receipt: '영수증',
  'card-payment': '결제',
  provider: '공급사',
  service: '상품',
  member: '회원',
  adjustment: '조정',
  'pending-change': '변경',
  approval: '확인 요청',
  channel: '발송',
  connection: '연동',
  books: '장부',
  'legal-limit': '법정 기준',
}

const kindLabels = Object.fromEntries(Object.entries(taskTexts).map(([kind, { label }]) => [kind, label]))

/** CSV export of the list: file name, and column headings by field of the row. */
export const taskSheet = {
  name: '할 일',
  heads: {
    id: '번호',
    kind: ['종류', kindLabels],
    createdAt: '생긴 시각',
    dueAt: '기한',
    refType: ['대상', refLabels],
    refId: '대상 번호',
    memberNo: '회원 번호',
    memberId: '회원',
    referrerNo: '추천한 회원 번호',
    referrerId: '추천한 회원',
    serviceText: '상품',
    providerName: '공급사',
    orderStatus: ['주문 상태', orderStatusLabels],
    refund: '환불될 포인트',
    detail: '내용',
    resolvedAt: '처리 시각',
    resolvedBy: '처리',
    action: ['처리 방법', taskActionLabels],
    note: '메모',
  },
} as const
