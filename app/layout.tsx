import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { bootScript } from '#components/chrome/boot-script.ts'
import { HydrationMark } from '#components/chrome/hydration-mark.tsx'
import { OfflineNotice } from '#components/chrome/offline-notice.tsx'
import { RefreshOnReturn } from '#components/chrome/refresh-on-return.tsx'
import { ServerTimeRecorder } from '#components/chrome/server-time-recorder.tsx'
import { ServiceWorkerRegistration } from '#components/chrome/service-worker.tsx'
import { shopMetadata } from '#components/chrome/shop-metadata.ts'
import { ThemeFallback } from '#components/chrome/theme-fallback.tsx'
import { themeStyle } from '#components/ui/theme-colour.ts'
import { Toaster } from '#components/ui/toaster.tsx'
import { clock } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { apiBaseUrl } from '#lib/reseller/queries.ts'
import { settings } from '#lib/settings/queries.ts'
import './globals.css'

// Next.js preloads this font. It usually arrives before the first paint, so no text moves when it replaces the fallback
// font.
const shopFont = localFont({
  src: './fonts/own.woff2',
  weight: '400 800',
  display: 'swap',
  variable: '--font-own',
  adjustFontFallback: false,
})

export const viewport: Viewport = {
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#171b22' },
  ],
}

export async function generateMetadata(): Promise<Metadata> {
  // Reading the headers makes every page dynamic. They are read before the first use of the database, so that a build
  // prerenders nothing and needs no database.
  await headers()
  return shopMetadata(await settings(db()), apiBaseUrl())
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  const { SITE_MAIN_COLOR } = await settings(db())
  return (
    <html lang="ko" className={shopFont.variable} suppressHydrationWarning>
      <head>
        <style>{themeStyle(SITE_MAIN_COLOR)}</style>
        <script nonce={nonce} suppressHydrationWarning>
          {bootScript}
        </script>
      </head>
      <body>
        {children}
        <Toaster />
        <ThemeFallback />
        <HydrationMark />
        <ServerTimeRecorder renderedAt={clock.now().getTime()} />
        <RefreshOnReturn />
        <OfflineNotice />
        <ServiceWorkerRegistration />
      </body>
    </html>
  )
}
