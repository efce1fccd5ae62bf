import type { ChromeSettings } from './viewer.ts'

export interface MenuItem {
  readonly href: string
  readonly label: string
}

/** The menu of members and guests (docs/product.md#top-bar); it contains the FAQ only if the setting for it is on. */
export function memberMenu(settings: Pick<ChromeSettings, 'ENABLE_QNA'>): readonly MenuItem[] {
  const items = [
    { href: '/order', label: '주문하기' },
    { href: '/bulk-order', label: '대량주문' },
    { href: '/order-history', label: '주문내역' },
    { href: '/auto-order-history', label: '자동주문내역' },
    { href: '/point', label: '잔액충전' },
    { href: '/guide', label: '링크입력 가이드' },
  ]
  return settings.ENABLE_QNA ? [...items, { href: '/qna', label: '자주 묻는 질문' }] : items
}

export const questionsItem = { href: '/questions', label: '1:1 문의' }
export const apiItem = { href: '/api', label: 'API' }
export const accountItem = { href: '/account', label: '계정설정' }
export const logoutItem = { href: '/logout', label: '로그아웃' }
export const loginItem = { href: '/login', label: '로그인' }
export const registerItem = { href: '/register', label: '회원가입' }
export const chargeItem = { href: '/point', label: '충전' }
export const consoleItem = { href: '/admin', label: '운영 콘솔' }
