import { expect, test } from 'vitest'
import { readBankTable } from './rules.ts'

test('of a line that is nothing but marks no more cells are read than any bank has columns', () => {
  expect(readBankTable(`${','.repeat(250_000)}x`).lines[0]?.cells).toHaveLength(200)
  expect(readBankTable(`${'\t'.repeat(250_000)}x`).lines[0]?.cells).toHaveLength(200)
})

test('a quoted cell after empty ones between tabs stays in its column', () => {
  expect(readBankTable('1\t\t"홍길동"\t\t"1,000"').lines[0]?.cells).toEqual(['1', '', '홍길동', '', '1,000'])
})
