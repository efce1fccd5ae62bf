import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { bootScript } from '#components/chrome/boot-script.ts'
import { themeStyle } from '#components/ui/theme-colour.ts'
import { Toaster } from '#components/ui/toaster.tsx'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'
import './globals.css'

export const viewport: Viewport = {
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#171b22' },
  ],
}

export async function generateMetadata(): Promise<Metadata> {
  // Asked first, so that a build prerenders nothing and needs no database.
  await headers()
  const { FOOTER_COMPANY } = await settings(db())
  return {
    title: { default: FOOTER_COMPANY, template: `%s · ${FOOTER_COMPANY}` },
    description: `인스타그램 팔로워, 유튜브 조회수, 좋아요까지. ${FOOTER_COMPANY}에서 포인트를 충전하고 바로 주문하세요.`,
    formatDetection: { telephone: false },
  }
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const { SITE_MAIN_COLOR } = await settings(db())
  return (
    <html lang="ko" suppressHydrationWarning>
      <head>
        <style>{themeStyle(SITE_MAIN_COLOR)}</style>
        <script nonce={nonce} suppressHydrationWarning>
          {bootScript}
        </script>
      </head>
      <body>
        {children}
        <Toaster />
      </body>
    </html>
  )
}
