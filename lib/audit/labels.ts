/** The heads of an exported list, by the fields of its rows. */
export const auditHeads = {
  id: '번호',
  at: '시각',
  actorNo: '운영자 번호',
  actorId: '운영자',
  action: '행동',
  subjectType: '대상',
  subjectId: '대상 번호',
  before: '이전',
  after: '이후',
  reason: '사유',
  address: '주소',
} as const
