import { defineConfig } from 'prisma/config'

// Prisma's CLI looks for a native engine before any command. The commands generate, validate and format don't run it,
// so the path of any executable will do. Migrations use the same engine built as WebAssembly (scripts/migrate.ts).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma', migrations: { path: 'prisma/migrations' } })
