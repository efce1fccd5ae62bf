import type { MetadataRoute } from 'next'

export default function robots(): MetadataRoute.Robots {
  const disallow = [
    '/admin',
    '/account',
    '/point',
    '/order-history',
    '/auto-order-history',
    '/reset-password',
    '/logout',
  ]
  return { rules: { userAgent: '*', allow: '/', disallow } }
}
