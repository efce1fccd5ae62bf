import { PrismaPg } from '@prisma/adapter-pg'
import { env } from './env.ts'
import { PrismaClient } from './generated/client.ts'
import { singleton } from './singleton.ts'

/** Prisma client for content lists and infrequent reads only; money and jobs use `db()`. */
export function prisma(): PrismaClient {
  return singleton('prisma', () => {
    const adapter = new PrismaPg({ connectionString: env().DATABASE_URL, max: 4, connectionTimeoutMillis: 5_000 })
    return new PrismaClient({ adapter })
  })
}
