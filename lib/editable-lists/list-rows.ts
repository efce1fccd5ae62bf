import { type Model, type PrismaTx, prisma } from '#lib/core/prisma.ts'
import type { ValuesByField } from './list-fields.ts'

type StoredValues = ValuesByField & { id: number }
type FindArguments = { where: object; orderBy: object | object[]; take?: number; select: object }

/** The methods of Prisma's client for one model (its delegate) that the lists use. */
type Delegate = {
  findMany(args: FindArguments): Promise<StoredValues[]>
  findFirst(args: { where: object; select: object }): Promise<StoredValues | null>
  count(args: { where: object }): Promise<number>
  create(args: { data: object; select: object }): Promise<StoredValues>
  update(args: { where: { id: number }; data: object; select: object }): Promise<StoredValues>
  delete(args: { where: { id: number }; select: object }): Promise<StoredValues>
}

/**
 * Prisma's methods for the rows of any model, under one type, because TypeScript can't call a method on a union of
 * delegates. The types of the arguments are checked where each list is declared, not here.
 */
export const prismaDelegateOf = (model: Model, handle: PrismaTx = prisma()): Delegate =>
  handle[model] as unknown as Delegate
