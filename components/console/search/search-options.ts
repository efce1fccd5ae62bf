import { requestLogTexts } from '#lib/api-requests/labels.ts'
import { saleStateLabels } from '#lib/catalog/labels.ts'
import { withoutFlags } from '#lib/catalog/rules.ts'
import { type ChargeStatus, chargeStatusLabels } from '#lib/charges/labels.ts'
import { depositStatusLabels, depositTitle } from '#lib/deposits/labels.ts'
import { type RoleName, restrictionLabels, roleLabels } from '#lib/members/labels.ts'
import { roles } from '#lib/members/schema.ts'
import { formatCount, wonText } from '#lib/money/points.ts'
import { type OrderStatus, orderStatusLabels } from '#lib/orders/labels.ts'
import { depositorNote, type SearchOptionKind } from '#lib/search/labels.ts'
import type { FoundItems } from '#lib/search/schema.ts'
import { hrefOf } from '../../ui/href.ts'
import { seoulTime } from '../../ui/seoul-time.ts'
import { rowQuery } from '../list-state.ts'
import { pageGroups } from '../pages.ts'
import { nameContains } from './initials.ts'

/** A result of the search over everything: a page, an action, a member, an order and so on, with its URL. */
export interface SearchOption {
  readonly kind: SearchOptionKind
  readonly title: string
  /** Facts shown after the title, so that similar results can be told apart. */
  readonly note: string
  readonly href: string
}

/**
 * State of a search, which SearchResults reports to the search dialog: the options found so far, whether the search is
 * done, and the search text to which both belong.
 */
export interface SearchState {
  readonly q: string
  readonly options: readonly SearchOption[]
  readonly state: 'searching' | 'done' | 'failed'
}

interface ConsoleAction {
  readonly title: string
  readonly href: string
  /** Further words by which the search finds the action, besides the title. */
  readonly keywords: string
  /** Lowest role that may use the action. */
  readonly leastRole: RoleName
}

const actions: readonly ConsoleAction[] = [
  {
    title: '입금 가져오기',
    href: '/admin/deposits/import',
    keywords: '은행 거래내역 CSV 붙여넣기',
    leastRole: 'MANAGER',
  },
  { title: '기다리는 충전 승인하기', href: '/admin/charges', keywords: '대기', leastRole: 'MANAGER' },
  { title: '기다리는 입금 맞추기', href: '/admin/deposits', keywords: '대기', leastRole: 'MANAGER' },
  { title: '카테고리 고치기', href: '/admin/services/categories', keywords: '상품', leastRole: 'MANAGER' },
  { title: '플랫폼 고치기', href: '/admin/services/platforms', keywords: '상품', leastRole: 'MANAGER' },
  { title: '상점 열기', href: '/order', keywords: '주문 화면', leastRole: 'SUPPORT' },
  { title: '로그아웃하기', href: '/logout', keywords: '나가기', leastRole: 'SUPPORT' },
]

const isAllowed = (least: RoleName | undefined, role: RoleName): boolean =>
  least === undefined || roles.indexOf(role) >= roles.indexOf(least)

/** Form of the id of an HTTP request to the public API: a UUID. */
const requestIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Pages and actions that a role may use and whose name or keywords contain a text. Resellers get the id of their HTTP
 * request with each response of the public API. If the text is such an id, the result also contains an action that
 * finds the request in the request log.
 */
export function pageAndActionOptions(text: string, role: RoleName): readonly SearchOption[] {
  const pages = pageGroups
    .flatMap(({ title, pages: pagesOfGroup }) => pagesOfGroup.map((page) => ({ ...page, group: title ?? '' })))
    .filter(({ label, leastRole }) => isAllowed(leastRole, role) && nameContains(label, text))
    .map(({ path, label, group }) => ({ kind: 'page' as const, title: label, note: group, href: path }))
  const namedActions = actions
    .filter(
      ({ title, keywords, leastRole }) => isAllowed(leastRole, role) && nameContains(`${title} ${keywords}`, text),
    )
    .map(({ title, href }) => ({ kind: 'action' as const, title, note: '', href }))
  const requestId = text.trim().toLowerCase()
  const requestLogActions = requestIdPattern.test(requestId)
    ? [
        {
          ...{ kind: 'action' as const, title: requestLogTexts.findLogged, note: requestId },
          href: hrefOf('/admin/api-requests', { q: requestId }),
        },
      ]
    : []
  return [...pages, ...namedActions, ...requestLogActions]
}

const noteOf = (parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ')

/** URL of a list that begins with the row `id` and selects it. */
const rowHref = (path: string, id: number): string => hrefOf(path, rowQuery(id))

/**
 * The rows that the server's search has found, as options of the palette: members, orders, charges, deposits, services.
 */
export const searchOptionsFromServer = ({
  members,
  orders,
  charges,
  deposits,
  services,
}: FoundItems): readonly SearchOption[] => [
  ...members.map(({ memberNo, memberId, email, phone, role, restriction, depositor }) => ({
    kind: 'members' as const,
    title: memberId,
    note: noteOf([
      formatCount(memberNo),
      depositor && depositorNote(depositor),
      email,
      phone,
      role !== 'MEMBER' && roleLabels[role],
      restriction !== 'NORMAL' && restrictionLabels[restriction],
    ]),
    href: hrefOf('/admin/members', { q: memberNo, id: memberNo }),
  })),
  ...orders.map(({ id, memberId, serviceText, amount, status }) => ({
    kind: 'orders' as const,
    title: `주문 ${id}`,
    note: noteOf([
      orderStatusLabels[status as OrderStatus],
      memberId,
      withoutFlags(serviceText, 'mobile'),
      `${formatCount(amount)}개`,
    ]),
    href: hrefOf('/admin/orders', { q: id, id }),
  })),
  ...charges.map(({ id, memberId, name, payAmount, status }) => ({
    kind: 'charges' as const,
    title: `${name} · ${wonText(payAmount)}`,
    note: noteOf([chargeStatusLabels[status as ChargeStatus], memberId, formatCount(id)]),
    href: rowHref('/admin/charges', id),
  })),
  ...deposits.map(({ id, name, amount, status, at }) => ({
    kind: 'deposits' as const,
    title: depositTitle({ name, amount }),
    note: noteOf([depositStatusLabels[status], seoulTime(at).slice(0, 10)]),
    href: rowHref('/admin/deposits', id),
  })),
  ...services.map(({ id, text, categoryText, saleState }) => ({
    kind: 'services' as const,
    title: withoutFlags(text, 'mobile'),
    note: noteOf([String(id), withoutFlags(categoryText, 'mobile'), saleStateLabels[saleState]]),
    href: hrefOf('/admin/services', { q: id, id }),
  })),
]

/** Maximum number of recently opened options that are stored. */
const MAX_RECENT = 7

/** The list of recently opened options with `opened` at its front, cut to MAX_RECENT options. */
export const withRecentOption = (recent: readonly SearchOption[], opened: SearchOption): readonly SearchOption[] =>
  [opened, ...recent.filter(({ href }) => href !== opened.href)].slice(0, MAX_RECENT)

/**
 * Whether a link leads to the list that is shown at the URL `shown`: the two URLs differ at most in the selected row.
 */
export function isSameList(href: string, shown: string): boolean {
  const [to, from] = [new URL(href, shown), new URL(shown)].map((url) => {
    url.searchParams.delete('id')
    url.searchParams.sort()
    return url.pathname + url.search
  })
  return to === from
}
