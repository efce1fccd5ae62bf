import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readBankLine, readBankTable } from '#lib/deposits/bank-files/rules.ts'
import { BankTablePreview } from './bank-table-preview.tsx'

/** The badges of a table's lines in the preview, before anything is sent. */
function badgesOf(text: string): string[] {
  const { head, columns, lines } = readBankTable(text)
  const read = lines.map((line) => ({ line, read: readBankLine(line, columns) }))
  const preview = renderToStaticMarkup(
    <BankTablePreview
      {...{ head, columns }}
      width={head?.length ?? 0}
      lines={read}
      answers={null}
      onColumn={() => {}}
    />,
  )
  return [...preview.matchAll(/<tr class="border-t[^>]*><td[^>]*><span[^>]*>([^<]*)</g)].map(([, badge = '']) => badge)
}

test('the preview names withdrawals, by their sign or by the column that says so, and other lines', () => {
  const head = '거래일시,구분,거래금액,내용'
  const at = '2026-11-02 09:15'
  const lines = [
    `${at},입금,10000,김하나`,
    `${at},출금,5000,박지급`,
    `${at},,-5000,박지급`,
    `${at},,0,박지급`,
    `${at},,오천,박지급`,
  ]
  expect(badgesOf([head, ...lines].join('\n'))).toEqual([
    '입금 10,000원',
    '출금, 건너뜀',
    '출금, 건너뜀',
    '입금 아님, 건너뜀',
    '확인 필요: 입금액',
  ])
})
