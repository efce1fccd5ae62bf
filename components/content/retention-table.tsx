import { type Column, Table } from '../ui/table.tsx'

interface Retention {
  readonly record: string
  readonly reason: string
  readonly period: string
}

/** Spec 9, legal periods. */
const retentions: readonly Retention[] = [
  { record: '부정 이용 기록', reason: '회사 내부 방침 (부정 이용 방지)', period: '5년' },
  {
    record: '계약 또는 청약철회 등에 관한 기록',
    reason: '전자상거래 등에서의 소비자보호에 관한 법률',
    period: '5년',
  },
  {
    record: '대금결제 및 재화 등의 공급에 관한 기록',
    reason: '전자상거래 등에서의 소비자보호에 관한 법률',
    period: '5년',
  },
  {
    record: '소비자의 불만 또는 분쟁처리에 관한 기록',
    reason: '전자상거래 등에서의 소비자보호에 관한 법률',
    period: '3년',
  },
  { record: '본인확인에 관한 기록', reason: '정보통신망 이용촉진 및 정보보호 등에 관한 법률', period: '6개월' },
  { record: '웹사이트 방문 기록', reason: '통신비밀보호법', period: '3개월' },
]

const columns: Column<Retention>[] = [
  { key: 'record', head: '보존하는 기록', cell: ({ record }) => record, phone: 'title' },
  { key: 'reason', head: '근거', cell: ({ reason }) => reason, phone: 'line' },
  { key: 'period', head: '기간', cell: ({ period }) => period, phone: 'badge', align: 'right' },
]

/** What is kept after all else is erased, why, and for how long. */
export const RetentionTable = () => (
  <Table
    caption="보존하는 기록과 기간"
    columns={columns}
    rows={retentions}
    rowKey={({ record }) => record}
    empty={null}
  />
)
