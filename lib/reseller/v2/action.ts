import type { z } from 'zod'
import type { Idempotency, Reply } from '#lib/core/call.ts'
import type { Database } from '#lib/core/db.ts'
import { AppError } from '#lib/core/errors.ts'
import { log } from '#lib/core/log.ts'
import type { Snapshot } from '#lib/core/snapshot.ts'
import type { KeyOrders } from '../key-orders.ts'
import { incorrectParameterText, tryAgainLater, v2ErrorText, v2Refusal } from './errors.ts'
import type { Fields } from './rules.ts'

/** Input of an action besides its parameters. */
export type V2ActionContext = {
  db: Database
  /**
   * The orders and the balance that the API key works on. The member isn't passed, so that no action can give a test
   * key access to real orders.
   */
  orders: KeyOrders
  /** The serialized list of services, at the prices of the key's member. */
  services(): Promise<Snapshot>
  idempotency: Idempotency | null
  acceptsGzip: boolean
}

/** An action of API v2: its name, the schemas of its parameters and its response, and what it does. */
export type V2Action = {
  name: string
  input: z.ZodType
  answer: z.ZodType
  /** True: the action accepts test keys too. Other actions refuse them. */
  acceptsTestKeys?: boolean
  run(context: V2ActionContext, fields: Fields): Promise<unknown>
}

/** Error text for the first parameter that is missing or invalid. */
function issueText(issue: z.core.$ZodIssue | undefined): string {
  const customText = issue?.code === 'custom' ? issue.params?.text : undefined
  return typeof customText === 'string' ? customText : incorrectParameterText(String(issue?.path[0] ?? 'request'))
}

/** Declares an action. Its schemas determine the types of the parameters and the result of `run`. */
export function action<Input extends z.ZodType, Answer extends z.ZodType>(declaration: {
  name: string
  input: Input
  answer: Answer
  acceptsTestKeys?: boolean
  run(context: V2ActionContext, input: z.output<Input>): Promise<z.input<Answer> | Reply>
}): V2Action {
  return {
    ...declaration,
    run: async (context, fields) => {
      const parsed = declaration.input.safeParse(fields)
      if (!parsed.success) throw v2Refusal(issueText(parsed.error.issues[0]))
      return declaration.run(context, parsed.data)
    },
  }
}

type ErrorText = { error: string }

/** Runs `run`. Returns what it returns or, if it throws a refusal (AppError), the error text. Throws other errors. */
async function resultOrError<T>(run: () => Promise<T>): Promise<T | ErrorText> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof AppError) return { error: v2ErrorText(error) }
    throw error
  }
}

const isErrorText = (result: unknown): boolean => typeof result === 'object' && result !== null && 'error' in result

/**
 * Runs an action for each item of a list, one after the other. Returns the items with their results in the same
 * sequence; for a refused item the result is the error text. If an item fails for another reason, for example because
 * the database is away, that item and all items after it get the text `Please try again later`, and the items after it
 * aren't run. The caller must still learn what was done before the failure, such as the ids of refills. If nothing was
 * done before, throws the error.
 */
export async function resultsOfItems<Item, T>(
  items: readonly Item[],
  run: (item: Item) => Promise<T>,
): Promise<{ item: Item; result: T | ErrorText }[]> {
  const done: { item: Item; result: T | ErrorText }[] = []
  for (const item of items)
    try {
      done.push({ item, result: await resultOrError(() => run(item)) })
    } catch (error) {
      if (done.every(({ result }) => isErrorText(result))) throw error
      log.error('a list of API v2 was not finished', { done: done.length, of: items.length, error })
      const notRun = items
        .slice(done.length)
        .map((each) => ({ item: each, result: { error: v2ErrorText(tryAgainLater()) } }))
      return [...done, ...notRun]
    }
  return done
}
