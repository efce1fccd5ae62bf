import { expect, test } from 'vitest'
import { readBankTable } from '#lib/deposits/bank-files/rules.ts'
import { decodeTextFile, takeChosenFile } from './read-file.ts'

const korean = new TextDecoder('euc-kr')

/** EUC-KR bytes of each character. The platform can decode EUC-KR but not encode it, so every byte pair is decoded. */
const codes = new Map<string, [number, number]>()
for (let high = 0x81; high <= 0xfe; high++)
  for (let low = 0x41; low <= 0xfe; low++) codes.set(korean.decode(new Uint8Array([high, low])), [high, low])

const encoded = (text: string): Uint8Array =>
  new Uint8Array(
    [...text].flatMap((letter) => (letter.charCodeAt(0) < 128 ? [letter.charCodeAt(0)] : (codes.get(letter) ?? []))),
  )

const table = '거래일시,입금자명,입금액\n2026-11-21 09:30,홍길동 상사,10000'

test.each([
  ['UTF-8', new TextEncoder().encode(table)],
  ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${table}`)],
  ['EUC-KR', encoded(table)],
  ['UTF-16', new Uint8Array(Buffer.from(`\ufeff${table}`, 'utf16le'))],
  ['UTF-16 of another byte order', new Uint8Array(Buffer.from(`\ufeff${table}`, 'utf16le').swap16())],
])('a file in %s is read as it was meant', (_, bytes) => {
  const read = readBankTable(decodeTextFile(bytes) ?? '')
  expect(read.columns).toEqual(['at', 'name', 'amount'])
  expect(read.lines[0]?.cells).toEqual(['2026-11-21 09:30', '홍길동 상사', '10000'])
})

test('a workbook is refused, not read as letters', () => {
  expect(decodeTextFile(new Uint8Array([0x50, 0x4b, 3, 4]))).toBeNull()
  expect(decodeTextFile(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]))).toBeNull()
})

test('a file can be chosen again once it is corrected: the input forgets it', () => {
  const file = new File(['표'], 'table.csv')
  const input = { files: [file] as unknown as FileList, value: 'C:\\fakepath\\table.csv' }
  expect(takeChosenFile(input)).toBe(file)
  expect(input.value).toBe('')
  expect(takeChosenFile({ files: null, value: '' })).toBeUndefined()
})
