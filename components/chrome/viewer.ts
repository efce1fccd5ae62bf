import type { Settings } from '#lib/settings/schema.ts'

/**
 * The viewer of a page, with what the top bar and the menus show of him: `id` is the login id, `point` the balance,
 * formatted in won. The kind `visitor` is somebody who is neither signed in nor a guest.
 */
export type ChromeViewer =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'guest' }
  | { readonly kind: 'member'; readonly id: string; readonly point: string; readonly isStaff: boolean }

/** The settings that the top bar, its menus, the footer and the chat button show. */
export type ChromeSettings = Pick<
  Settings,
  | 'FOOTER_COMPANY'
  | 'FOOTER_CEO'
  | 'FOOTER_CORPORATION_MARKET_NUMBER'
  | 'FOOTER_CEO_PHONE_NUMBER'
  | 'FOOTER_ADDRESS'
  | 'FOOTER_CORPORATION_NUMBER'
  | 'SITE_KAKAO_CHANNEL_LINK'
  | 'SITE_KAKAO_TEXT'
  | 'ENABLE_QNA'
>

/** The settings that the top bar and its menus show. */
export type BarSettings = Pick<ChromeSettings, 'FOOTER_COMPANY' | 'ENABLE_QNA'>

/**
 * Login id and balance that the top bar and the menus show; null for somebody who is neither signed in nor a guest. A
 * guest has no account, so both are placeholders (docs/product.md#who-it-is-for).
 */
export function shownProfile(viewer: ChromeViewer): { id: string; point: string } | null {
  if (viewer.kind === 'visitor') return null
  return viewer.kind === 'guest' ? { id: '둘러보는 중', point: '0원' } : viewer
}
