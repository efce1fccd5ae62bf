/** Texts for the subjects of the retention policy, shown to staff (docs/contract.md#retention). */
export const retentionLabels: Record<string, string> = {
  HISTORY: '주문·충전 내역 조회',
  IDENTITY: '본인확인에 관한 기록',
  VISITS: '방문에 관한 기록',
  COMPLAINTS: '소비자 불만 및 분쟁처리에 관한 기록',
  CONTRACTS: '계약 또는 청약철회 등에 관한 기록',
  PAYMENTS: '대금결제 및 재화 등의 공급에 관한 기록',
  ABUSE: '부정이용에 관한 기록',
  FORMER_MEMBERS: '탈퇴한 회원의 보관 기록',
  MESSAGES: '발송 메시지',
}
