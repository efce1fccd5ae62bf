import type { NextConfig } from 'next'

const config: NextConfig = {
  // Tests, the demo and a running shop build into folders of their own, so that they can build at the same time.
  distDir: process.env.NEXT_DIST_DIR || '.next',
  poweredByHeader: false,
  // The shop's server compresses responses itself (scripts/server.ts), because Next.js can't use brotli.
  compress: false,
  reactStrictMode: true,
  // The shop's server answers paths that have no page; a trailing slash on a call must not become a redirect
  // (docs/product.md#routes).
  skipTrailingSlashRedirect: true,
  // The build doesn't check types: `npm run check` does, for all code and not only for what is built.
  typescript: { ignoreBuildErrors: true },
  // Puts a page's title and preview into its head for every client with a user agent, not only for the bots that
  // Next.js knows: scripts/stored-pages.ts stores one response for all clients.
  htmlLimitedBots: /./,
  images: { unoptimized: true },
  // Without a connection the router waits for it and goes on then. Otherwise a refresh that fails would load the whole
  // page, and the browser's error page would replace the page with all that was typed in it.
  experimental: { useOffline: true },
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
