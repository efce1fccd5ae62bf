import { join, relative } from 'node:path'
import { type CallExpression, type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/**
 * One property of a row's declared type. `kinds` are the kinds of values that it may have besides null, such as
 * 'string' or 'bigint'.
 */
export type TypedField = { kinds: string[]; nullable: boolean; optional: boolean }

/** A call such as `db.rows<Row>(…)` at `place` ('file:line'), with the properties of its row type. */
export type TypedRows = { place: string; fields: Record<string, TypedField> }

const root = join(import.meta.dirname, '..')

const isProduct = (file: string): boolean => /^lib\//.test(file) && !/(\.test\.ts|\/testing\/|\/generated\/)/.test(file)

/** The name of the called function: `rows` in `db.rows<Row>(…)`. */
function calledName({ expression }: CallExpression): Expression | undefined {
  return expression.kind === SyntaxKind.PropertyAccessExpression
    ? (expression as never as { name: Expression }).name
    : expression
}

function callsIn(source: SourceFile): { call: CallExpression; at: number }[] {
  const found: { call: CallExpression; at: number }[] = []
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.CallExpression) {
      const name = calledName(node as CallExpression)
      const text = name ? source.text.slice(name.pos, name.end).trim() : ''
      if (name && (text === 'rows' || text === 'oneRow')) found.push({ call: node as CallExpression, at: name.end })
    }
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

const lineOf = (source: SourceFile, at: number): number => source.text.slice(0, at).split('\n').length

/** Kinds of values that a TypeScript type allows, named as in `valueKindOfOid` (scripts/check-row-types.ts). */
function kindsOf(checker: Checker, type: Type): string[] {
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return ['any']
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap((each) => kindsOf(checker, each)))]
  if (type.flags & (TypeFlags.Null | TypeFlags.Undefined)) return []
  const plain = [
    ['number', checker.getNumberType()],
    ['bigint', checker.getBigIntType()],
    ['string', checker.getStringType()],
    ['boolean', checker.getBooleanType()],
  ] as const
  for (const [kind, plainType] of plain) if (checker.isTypeAssignableTo(type, plainType)) return [kind]
  if (checker.isArrayType(type)) {
    const [element] = checker.getTypeArguments(type as never)
    return element ? kindsOf(checker, element).map((kind) => `${kind}[]`) : ['any']
  }
  return [type.getSymbol()?.name ?? 'object']
}

const isNullable = (type: Type): boolean =>
  Boolean(type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Null | TypeFlags.Undefined)) ||
  (type.isUnionType() && type.getTypes().some(isNullable))

/**
 * The type Row of a call that returns `Promise<Row[]>` or `Promise<Row>`. Undefined if Row is a type parameter of the
 * surrounding function, or if the call reads no row.
 */
function rowType(checker: Checker, call: CallExpression): Type | undefined {
  const promise = checker.getTypeAtLocation(call)
  const [resolvedType] = promise ? checker.getTypeArguments(promise as never) : []
  if (!resolvedType) return
  const row = checker.isArrayType(resolvedType) ? checker.getTypeArguments(resolvedType as never)[0] : resolvedType
  return row && !(row.flags & (TypeFlags.Unknown | TypeFlags.Any | TypeFlags.TypeParameter)) ? row : undefined
}

function fieldsOf(checker: Checker, row: Type, call: CallExpression): Record<string, TypedField> {
  const fields = checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbolAtLocation(property, call)
    const optional = Boolean(property.flags & SymbolFlags.Optional)
    return [property.name, { kinds: kindsOf(checker, type), nullable: isNullable(type), optional }] as const
  })
  return Object.fromEntries(fields)
}

/** Every call in lib/, tests excluded, that declares the type of a statement's rows. */
export function findTypedRows(): TypedRows[] {
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()
    if (!project) throw new Error('tsconfig.json names no project')
    const { program, checker } = project
    const files = program.getSourceFileNames().filter((file) => isProduct(relative(root, file)))
    return files.flatMap((file) => {
      const source = program.getSourceFile(file)
      if (!source) return []
      return callsIn(source).flatMap(({ call, at }) => {
        const row = rowType(checker, call)
        return row
          ? [{ place: `${relative(root, file)}:${lineOf(source, at)}`, fields: fieldsOf(checker, row, call) }]
          : []
      })
    })
  } finally {
    api.close()
  }
}
