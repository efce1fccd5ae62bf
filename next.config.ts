import type { NextConfig } from 'next'

const config: NextConfig = {
  // Tests, the demo and a running shop build into folders of their own, so that they can build at the same time.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  // The shop's server compresses responses itself (scripts/server.ts): with brotli, which Next.js can't.
  compress: false,
  reactStrictMode: true,
  // The shop's server answers paths that have no page; a trailing slash on a call must not become a redirect
  // (docs/product.md#routes).
  skipTrailingSlashRedirect: true,
  // Types aren't checked by the build: `npm run check` does so for all of the code, not only for what is built.
  typescript: { ignoreBuildErrors: true },
  // Title and preview of a page stand in its head for every program that gives its name, not only for those that Next.js
  // knows (scripts/visitor-pages.ts stores one page for all).
  htmlLimitedBots: /./,
  images: { unoptimized: true },
  serverExternalPackages: [
    'pg',
    '@prisma/client',
    '@prisma/adapter-pg',
    '@prisma/driver-adapter-utils',
    'graphile-worker',
    'bcryptjs',
  ],
}

export default config
