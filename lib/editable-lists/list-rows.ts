import { type Model, type PrismaTx, prisma } from '#lib/core/prisma.ts'
import type { Values } from './list-fields.ts'

type Row = Values & { id: number }
type Ordered = { where: object; orderBy: object | object[]; take?: number; select: object }

/** What lists need of a Prisma delegate. */
type Delegate = {
  findMany(args: Ordered): Promise<Row[]>
  findFirst(args: { where: object; select: object }): Promise<Row | null>
  count(args: { where: object }): Promise<number>
  create(args: { data: object; select: object }): Promise<Row>
  update(args: { where: { id: number }; data: object; select: object }): Promise<Row>
  delete(args: { where: { id: number }; select: object }): Promise<Row>
}

/**
 * The rows of a model, whichever it is. TypeScript can't call a method of one of several delegates; what a list passes
 * is checked against its model where the list is declared.
 */
export const rowsOf = (model: Model, handle: PrismaTx = prisma()): Delegate => handle[model] as unknown as Delegate
