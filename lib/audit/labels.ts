/** The list as a file: its name, and the heads of its columns by the fields of its rows. */
export const auditSheet = {
  name: '감사',
  heads: {
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
  },
} as const
