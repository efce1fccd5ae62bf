import { defineConfig } from 'prisma/config'

// The CLI looks for a native engine before any command, though generate, validate and format never run it: any
// executable will do. Migrations run through the same engine's WebAssembly build (scripts/migrate.ts).
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

export default defineConfig({ schema: 'prisma', migrations: { path: 'prisma/migrations' } })
