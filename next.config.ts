import type { NextConfig } from 'next'

const config: NextConfig = {
  // Tests, demo and a running shop build side by side without touching each other's output.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  // The server's entry compresses: with brotli, which Next can't.
  compress: false,
  reactStrictMode: true,
  // The entry answers what has no page; a trailing slash on a call must not become a redirect (docs/product.md#routes).
  skipTrailingSlashRedirect: true,
  // `npm run check` checks the types once, for all of the code and not only for what is built.
  typescript: { ignoreBuildErrors: true },
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
