/** Kinds of connections to issuers of receipts. */
export const issuerKinds = ['popbill', 'barobill'] as const

export type IssuerKind = (typeof issuerKinds)[number]

/**
 * Korean names of the documents that each issuer issues, as the object of a sentence. Staff issue the other documents.
 */
const issuedDocumentsText: Record<IssuerKind, string> = {
  popbill: '현금영수증과 세금계산서를',
  barobill: '현금영수증만',
}

export const issuingTexts = {
  title: '영수증 자동 발행',
  on: '저절로 발행해요',
  off: '꺼짐',
  onHint: (kind: IssuerKind): string =>
    `충전이 승인되면 신청한 ${issuedDocumentsText[kind]} 저절로 발행하고, 승인 취소나 환불이 있으면 그만큼 취소 발행해요.`,
  offHint: (kind: IssuerKind): string =>
    `켜면 그 뒤에 승인되는 충전의 ${issuedDocumentsText[kind]} 저절로 발행해요. 끄면 지금처럼 운영자가 직접 발행해요.`,
  unverified: '실제 연동 미검증',
  unverifiedHint:
    '공개 문서대로 만들었지만 실제 국세청 전송까지 시험한 적은 없어요. 처음 몇 건은 서비스 화면에서 확인해 주세요.',
  waiting: (count: string): string => `발행을 기다리는 문서 ${count}건`,
  failed: (count: string): string => `발행에 실패한 문서 ${count}건`,
  since: (moment: string, by: string | null): string => (by ? `${moment} · ${by}` : moment),
  switchOn: {
    label: '영수증 발행 켜기',
    text: '지금부터 승인되는 충전의 영수증을 이 서비스로 국세청에 발행해요. 이미 기다리는 영수증은 운영자가 발행해요.',
    done: '영수증 자동 발행을 켰어요.',
  },
  switchOff: {
    label: '영수증 발행 끄기',
    text: '새 영수증과 취소를 더 보내지 않아요. 보내지 않은 취소 발행은 할 일로 남아요. 이미 발행한 영수증이 국세청에 전송됐는지는 계속 확인해요.',
    done: '영수증 자동 발행을 껐어요.',
  },
} as const
