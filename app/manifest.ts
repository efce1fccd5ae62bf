import type { MetadataRoute } from 'next'
import { db } from '#lib/core/db.ts'
import { settings } from '#lib/settings/queries.ts'

export const dynamic = 'force-dynamic'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { FOOTER_COMPANY, SITE_MAIN_COLOR } = await settings(db())
  return {
    name: FOOTER_COMPANY,
    short_name: FOOTER_COMPANY,
    lang: 'ko',
    start_url: '/order',
    display: 'standalone',
    background_color: '#f3f4f6',
    theme_color: SITE_MAIN_COLOR || '#2563eb',
    icons: [
      { src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/apple-icon.png', type: 'image/png', sizes: '180x180' },
    ],
  }
}
