import pg from 'pg'

type PrismaFailure = { name: string; meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } } }

/**
 * PostgreSQL's code (SQLSTATE) of a failed statement, whether `db()` or Prisma sent it; null for any other error.
 * Prisma's own codes aren't used, because Prisma gives a deadlock and a serialization failure the same code, and a lock
 * timeout none.
 */
export function sqlState(error: unknown): string | null {
  if (error instanceof pg.DatabaseError) return error.code ?? null
  if (!(error instanceof Error) || !error.name.startsWith('PrismaClient')) return null
  const code = (error as PrismaFailure).meta?.driverAdapterError?.cause?.originalCode
  return typeof code === 'string' ? code : null
}
