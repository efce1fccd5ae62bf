import type { MetadataRoute } from 'next'
import { memberMenu } from '#components/chrome/menu.ts'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

/** Pages in the menu of the installed app's icon. */
const shortcutPaths = ['/order', '/order-history', '/point']

export const dynamic = 'force-dynamic'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { FOOTER_COMPANY, SITE_MAIN_COLOR } = await settings(db())
  return {
    name: FOOTER_COMPANY,
    short_name: FOOTER_COMPANY,
    lang: 'ko',
    id: '/order',
    start_url: '/order',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f4f6',
    theme_color: SITE_MAIN_COLOR || '#2563eb',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
      { src: '/icon-512.png', type: 'image/png', sizes: '512x512' },
      { src: '/icon-maskable-512.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
    shortcuts: memberMenu({ ENABLE_QNA: false })
      .filter(({ href }) => shortcutPaths.includes(href))
      .map(({ href, label }) => ({ name: label, url: href })),
  }
}
