import type { Metadata } from 'next'
import type { ChromeSettings } from './viewer.ts'

/** Default metadata of every page; `address` is the public URL of the shop. */
export function shopMetadata(
  { FOOTER_COMPANY: name }: Pick<ChromeSettings, 'FOOTER_COMPANY'>,
  address: string,
): Metadata {
  return {
    metadataBase: new URL(address),
    applicationName: name,
    title: { default: name, template: `%s · ${name}` },
    description: `인스타그램 팔로워, 유튜브 조회수, 좋아요까지. ${name}에서 포인트를 충전하고 바로 주문하세요.`,
    formatDetection: { telephone: false },
    openGraph: { type: 'website', siteName: name, locale: 'ko_KR' },
    twitter: { card: 'summary_large_image' },
  }
}
