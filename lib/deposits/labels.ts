export const depositStatuses = ['WAITING', 'MATCHED', 'SPLIT', 'MERGED', 'RETURNED'] as const

export type DepositStatus = (typeof depositStatuses)[number]

export const depositStatusLabels: Record<DepositStatus, string> = {
  WAITING: '대기',
  MATCHED: '충전 완료',
  SPLIT: '나눔',
  MERGED: '합침',
  RETURNED: '반환',
}

/** HOOK is authenticated by its signature, IMPORT was handed in by staff. */
export type DepositSource = 'HOOK' | 'IMPORT'

/** Why no charge was credited with a deposit; SOON is one that the next sweep credits. */
export const waitReasons = ['SOON', 'SEVERAL', 'LATE', 'CREDITED', 'OTHER_AMOUNT', 'OTHER_NAME', 'NONE'] as const

export type WaitReason = (typeof waitReasons)[number]

/** In a list, beside the deposit. */
export const waitReasonLabels: Record<WaitReason, string> = {
  SOON: '곧 자동 충전',
  SEVERAL: '같은 이름 여럿',
  LATE: '기한 지남',
  CREDITED: '먼저 승인됨',
  OTHER_AMOUNT: '금액 다름',
  OTHER_NAME: '이름 다름',
  NONE: '요청 없음',
}

/** For the one who decides. */
export const waitReasonTexts: Record<WaitReason, string> = {
  SOON: '맞는 충전 요청이 있어 1분 안에 자동으로 충전됩니다.',
  SEVERAL: '이름과 금액이 같은 충전 요청이 여러 회원에게 있습니다. 누구의 입금인지 골라 주세요.',
  LATE: '이름과 금액은 같지만 기한이 지난 충전 요청입니다. 확인하고 맞춰 주세요.',
  CREDITED: '같은 이름과 금액의 충전을 운영자가 먼저 승인했습니다. 그 충전의 입금이면 이어 주세요.',
  OTHER_AMOUNT: '이름이 같은 충전 요청이 있지만 금액이 다릅니다.',
  OTHER_NAME: '금액이 같은 충전 요청이 있지만 입금자명이 다릅니다.',
  NONE: '이름이나 금액이 같은 충전 요청이 없습니다.',
}

/** What a column of a bank's table may hold. */
export const depositColumns = ['at', 'time', 'name', 'amount', 'externalId'] as const

export type DepositColumn = (typeof depositColumns)[number]

export const depositColumnLabels: Record<DepositColumn, string> = {
  at: '일시',
  time: '시각',
  name: '입금자명',
  amount: '입금액',
  externalId: '거래번호',
}

/** The list as a file: its name, and the heads of its columns by the fields of its rows. */
export const depositSheet = {
  name: '입금',
  heads: {
    id: '번호',
    at: '입금 일시',
    name: '입금자명',
    amount: '입금액',
    status: ['상태', depositStatusLabels],
    reason: ['대기 이유', waitReasonLabels],
    memberId: '회원',
    chargeIds: '충전 번호',
    externalId: '거래번호',
    createdAt: '가져온 시각',
    matchedAt: '처리 시각',
  },
} as const

/** What the waiting deposits say of a charge; PAID is one that a deposit has paid for. */
export const depositHints = ['PAID', 'FITS', 'SEVERAL', 'OTHER_AMOUNT', 'OTHER_NAME', 'NONE'] as const

export type DepositHint = (typeof depositHints)[number]

export const depositHintLabels: Record<DepositHint, string> = {
  PAID: '입금 확인',
  FITS: '맞음',
  SEVERAL: waitReasonLabels.SEVERAL,
  OTHER_AMOUNT: waitReasonLabels.OTHER_AMOUNT,
  OTHER_NAME: waitReasonLabels.OTHER_NAME,
  NONE: '입금 없음',
}
