import { expect, test } from 'vitest'
import { findStateColumns, findStateNumbers, isNumberedFragment, readStringTexts } from './check-sql.ts'

const stateColumnNames = ['status', 'from_status', 'fee_type']

/** Runs the check on a sample, in which `@{` stands for `${`, the beginning of an expression in a template. */
const numbersIn = (sample: string) =>
  readStringTexts(sample.replaceAll('@{', '$' + '{')).flatMap((text) => findStateNumbers(text, stateColumnNames))

test.each([
  ['a comparison', "'SELECT id FROM orders WHERE status = 0'"],
  ['a comparison with an alias', '"o.status <> 5"'],
  ['a comparison without spaces', "'WHERE status=0'"],
  ['a list', '`SELECT FROM orders WHERE o.status IN (0, 1, 4)`'],
  ['an array', "`WHERE status = ANY ('{0,1}')`"],
  ['a range', "'WHERE status BETWEEN 0 AND 1'"],
  ['a comparison with null in mind', "'WHERE c.status IS DISTINCT FROM 1'"],
  ['a comparison from the right', "'WHERE 1 = c.status'"],
  ['an assignment', '`UPDATE charges SET status = 2 WHERE id = $1`'],
  ['a conditional assignment', '`UPDATE charges SET status = CASE WHEN $1 THEN 0 ELSE 2 END`'],
  ['a case', '`SELECT CASE o.status WHEN 5 THEN price END FROM orders o`'],
  ['an inserted value', "`INSERT INTO receipts (id, fee_type, note) VALUES ($1, 2, ')')`"],
  ['a selected value', '`INSERT INTO order_events (id, from_status) SELECT coalesce(a, b), 0 FROM placed`'],
  ['the inner template of another', "`SELECT @{open ? 'WHERE status = 0' : ''}`"],
  ['the rest of a template', '`SELECT @{columns} FROM orders WHERE status = 0`'],
])('%s with the number of a state is found', (_, source) => expect(numbersIn(source)).toHaveLength(1))

test.each([
  ['an interpolated state', '`SELECT FROM orders WHERE status = @{orderStatus.PENDING}`'],
  ['an interpolated list', '`WHERE status IN (@{PENDING}, @{INPROGRESS})`'],
  ['a value of the caller', "'UPDATE orders SET status = $2 WHERE id = $1'"],
  ['a state in letters', '"UPDATE deposits SET status = \'WAITING\'"'],
  ['a number of another column', "'SELECT FROM services WHERE min = 1 AND http_status = 200'"],
  ['an insert of another number', '`INSERT INTO orders (remains, status) SELECT 0, @{orderStatus.PENDING} FROM a`'],
  ['the query of an address', "'/admin/orders?status=0'"],
  ['a comparison in TypeScript', 'const failed = answer.status >= 500 || status === 0'],
  ['a comment', '// UPDATE orders SET status = 0'],
])('%s is no fault', (_, source) => expect(numbersIn(source)).toEqual([]))

test('columns of states are the small integers of the Prisma schema, by their names in the database', () => {
  const schema = `model Order {
  id         Int  @id
  status     Int  @default(0) @db.SmallInt
  fromStatus Int? @map("from_status") @db.SmallInt
  feeType    Int  @db.SmallInt
}`
  expect(findStateColumns(schema)).toEqual(['status', 'from_status', 'fee_type'])
})

const fragmentsIn = (sample: string) => readStringTexts(sample.replaceAll('@{', '$' + '{')).filter(isNumberedFragment)

test.each([
  ['a condition', "'member_id = $1'"],
  ['a condition with a cast', "'$1::int IS NULL'"],
  ['an end of a statement', '`@{where} ORDER BY f.id DESC LIMIT $3`'],
  ['a table with its condition', "'webhook_deliveries WHERE member_id = $1'"],
])('%s with a numbered parameter is a fragment', (_, sample) => expect(fragmentsIn(sample)).toHaveLength(1))

test.each([
  ['a whole statement', '`\n  WITH due AS (SELECT 1) SELECT FROM due WHERE id = $1`'],
  ['a whole statement with an expression', '`SELECT @{columns} FROM orders WHERE id = $1`'],
  ['a fragment with its values', 'sql`member_id = @{memberId} LIMIT @{most}`'],
  ['a placeholder as an argument', "isCredited('$2', '$1::int[]')"],
  ['a replacement in a regular expression', "phone.replace(/^(...)(....)(....)$/, '$1-$2-$3')"],
])('%s is none', (_, sample) => expect(fragmentsIn(sample)).toEqual([]))
