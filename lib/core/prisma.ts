import { PrismaPg } from '@prisma/adapter-pg'
import { env } from './env.ts'
import { PrismaClient } from './generated/client.ts'
import { singleton } from './singleton.ts'

/** Prisma, for content lists and cold reads only: money and jobs go through `db()`. */
export function prisma(): PrismaClient {
  return singleton('prisma', () => {
    const adapter = new PrismaPg({ connectionString: env().DATABASE_URL, max: 4, connectionTimeoutMillis: 5_000 })
    return new PrismaClient({ adapter })
  })
}
