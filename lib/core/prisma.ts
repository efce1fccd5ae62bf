import { PrismaPg } from '@prisma/adapter-pg'
import {
  connectionLimits,
  connectionSettings,
  markTransaction,
  refuseSecondTransaction,
  repeatAfterDeadlock,
  serverTimeouts,
} from './db.ts'
import { env } from './env.ts'
import { type Prisma, PrismaClient } from './generated/client.ts'
import { log } from './log.ts'
import { noteOutage } from './outage.ts'
import { singleton } from './singleton.ts'

/** A transaction of Prisma. A function that needs no transaction can also be given `prisma()` instead. */
export type PrismaTx = Prisma.TransactionClient

/** Name of a model as Prisma's client spells it, such as `notice`. */
export type Model = Prisma.TypeMap['meta']['modelProps']

type ModelTypes<M extends Model> = Prisma.TypeMap['model'][Capitalize<M>]

/** A row of a model, without relations. */
export type StoredRow<M extends Model> = ModelTypes<M>['payload']['scalars']

/** A condition on rows of a model, as Prisma's `where` takes it. */
export type Where<M extends Model> = NonNullable<ModelTypes<M>['operations']['findMany']['args']['where']>

/**
 * Prisma's client, for rows that a form shows and saves one by one. Money, queues, searches and reports use `db()`
 * instead (docs/decisions/0039).
 */
export function prisma(): PrismaClient {
  return singleton('prisma', () => {
    const onPoolError = (error: Error) => log.error('an idle connection of Prisma failed', { error })
    const adapter = new PrismaPg(
      { connectionString: env().DATABASE_URL, max: 4, ...connectionSettings(env().DATABASE_POOLED) },
      { onPoolError },
    )
    const client = new PrismaClient({ adapter, errorFormat: 'minimal' })
    return client.$extends({
      query: { $allOperations: ({ args, query }) => notingOutages(query(args)) },
    }) as unknown as PrismaClient
  })
}

/** Notes an outage, as `db()` does, so that a page that reads by Prisma gets a 503 during an outage too. */
const notingOutages = <T>(result: Promise<T>): Promise<T> =>
  result.catch((error) => {
    noteOutage(error)
    throw error
  })

/** Maximum wait for a connection (`maxWait`) and maximum duration (`timeout`) of a transaction, in milliseconds. */
const transactionTimeouts = {
  maxWait: connectionLimits.connectionTimeoutMillis,
  timeout: serverTimeouts.statement_timeout,
}

/**
 * Runs a transaction of Prisma: commits when `run` returns, rolls back when it throws. After a deadlock `run` is
 * repeated, at most twice. The isolation level stays READ COMMITTED, because the trigger that links each audit row to
 * the previous one has to see the last committed row.
 */
export async function prismaTransaction<T>(run: (tx: PrismaTx) => Promise<T>): Promise<T> {
  refuseSecondTransaction('Prisma')
  const once = () => prisma().$transaction((tx) => markTransaction('Prisma', () => run(tx)), transactionTimeouts)
  return notingOutages(repeatAfterDeadlock(once))
}

/** Locks rows until the transaction ends (Prisma has no method for it). Ids without a row are ignored. */
export async function lockRows(tx: PrismaTx, table: string, ids: readonly number[]): Promise<void> {
  await tx.$queryRawUnsafe(`SELECT id FROM ${table} WHERE id = ANY ($1::int[]) ORDER BY id FOR UPDATE`, ids)
}

/** Locks a name until the transaction ends: other transactions that lock the same name wait until then. */
export async function lockName(tx: PrismaTx, name: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${name}))`
}
