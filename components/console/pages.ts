import type { RoleName } from '#lib/members/labels.ts'

export interface ConsolePage {
  readonly path: string
  readonly label: string
  /** Lowest role that can use the page, if not all staff can; the search over everything hides it from lower roles. */
  readonly leastRole?: RoleName
  /** The count of waiting items that the menu shows beside the label. */
  readonly count?: PageCountName
}

export interface PageGroup {
  readonly title: string | null
  readonly pages: readonly ConsolePage[]
}

/** Names of the counts of waiting items, which the menu shows beside its pages. */
export type PageCountName =
  | 'tasks'
  | 'charges'
  | 'deposits'
  | 'refunds'
  | 'receipts'
  | 'orders'
  | 'questions'
  | 'requests'

/** The pages of the console, in the sequence of the menu. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: null,
    pages: [
      { path: '/admin', label: '대시보드' },
      { path: '/admin/tasks', label: '할 일', count: 'tasks' },
    ],
  },
  {
    title: '결제',
    pages: [
      { path: '/admin/charges', label: '충전', count: 'charges' },
      { path: '/admin/deposits', label: '입금', count: 'deposits' },
      { path: '/admin/refunds', label: '환불', count: 'refunds' },
      { path: '/admin/receipts', label: '영수증', count: 'receipts' },
      { path: '/admin/books', label: '정산' },
      { path: '/admin/legal-limits', label: '법정 기준', leastRole: 'MANAGER' },
    ],
  },
  {
    title: '주문과 회원',
    pages: [
      { path: '/admin/orders', label: '주문', count: 'orders' },
      { path: '/admin/requests', label: '요청', count: 'requests' },
      { path: '/admin/auto-orders', label: '자동주문' },
      { path: '/admin/questions', label: '문의', count: 'questions' },
      { path: '/admin/members', label: '회원' },
    ],
  },
  {
    title: '상점',
    pages: [
      { path: '/admin/services', label: '상품' },
      { path: '/admin/price-groups', label: '가격 그룹' },
      { path: '/admin/promotions', label: '보너스와 쿠폰' },
      { path: '/admin/providers', label: '공급사' },
      { path: '/admin/notices', label: '공지' },
      { path: '/admin/popups', label: '팝업' },
      { path: '/admin/qnas', label: 'FAQ' },
      { path: '/admin/answer-templates', label: '답변 템플릿' },
      { path: '/admin/register-where', label: '가입경로' },
      { path: '/admin/guide', label: '가이드 그림' },
      { path: '/admin/terms', label: '약관' },
      { path: '/admin/connections', label: '연동', leastRole: 'MANAGER' },
      { path: '/admin/settings', label: '설정' },
    ],
  },
  {
    title: '기록',
    pages: [
      { path: '/admin/reports', label: '통계' },
      { path: '/admin/outbox', label: '발송함' },
      { path: '/admin/audit', label: '감사' },
      { path: '/admin/api-requests', label: 'API 요청 기록' },
      { path: '/admin/retained-records', label: '보관 기록', leastRole: 'OWNER' },
      { path: '/admin/staff', label: '운영자' },
      { path: '/admin/changes', label: '중요 변경' },
    ],
  },
]
