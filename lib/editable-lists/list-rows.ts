import { type Model, type PrismaTx, prisma } from '#lib/core/prisma.ts'
import type { ValuesByField } from './list-fields.ts'

type StoredValues = ValuesByField & { id: number }
type FindArguments = { where: object; orderBy: object | object[]; take?: number; select: object }

/** The methods of a model's Prisma client that lists use. */
type Delegate = {
  findMany(args: FindArguments): Promise<StoredValues[]>
  findFirst(args: { where: object; select: object }): Promise<StoredValues | null>
  count(args: { where: object }): Promise<number>
  create(args: { data: object; select: object }): Promise<StoredValues>
  update(args: { where: { id: number }; data: object; select: object }): Promise<StoredValues>
  delete(args: { where: { id: number }; select: object }): Promise<StoredValues>
}

/**
 * The rows of a model, whichever it is. TypeScript can't call a method of one of several delegates; what a list passes
 * is checked against its model where the list is declared.
 */
export const rowsOf = (model: Model, handle: PrismaTx = prisma()): Delegate => handle[model] as unknown as Delegate
