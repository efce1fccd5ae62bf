import { describe, expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

// Files of nine banks in the form in which they export them: headings, their order, lines above them, and how each bank
// writes times and amounts. Made by hand after what public programs that read such files expect (docs/sources.md). All
// names and numbers are invented.

type BankFile = {
  bank: string
  head: string
  credits: readonly [string, string]
  withdrawal: string
  at: string
}

const files: readonly BankFile[] = [
  {
    bank: '국민',
    head: '거래일시,적요,보낸분/받는분,송금메모,출금액(원),입금액(원),잔액(원),거래점,구분',
    credits: [
      '"2026.11.02 09:15:07",타행이체,김하나,,0,"10,000","1,010,000",국민0001,',
      '"2026.11.02 09:16:00",전자금융,(주)둘셋,충전,0,"1,234,500","2,244,500",국민0001,',
    ],
    withdrawal: '"2026.11.02 10:00:00",전자금융,박지급,,"5,000",0,"2,239,500",국민0001,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '신한',
    head: '거래일자,거래시간,적요,출금(원),입금(원),내용,잔액(원),거래점',
    credits: [
      '2026-11-02,09:15:07,타행IB,0,"10,000",김하나,"1,010,000",신한',
      '2026-11-02,09:16:00,모바일,0,"1,234,500",(주)둘셋,"2,244,500",신한',
    ],
    withdrawal: '2026-11-02,10:00:00,모바일,"5,000",0,박지급,"2,239,500",신한',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '우리',
    head: 'No.,거래일시,적요,기재내용,지급(원),입금(원),거래후 잔액(원),취급점,메모',
    credits: [
      '1,2026.11.02 09:15:07,타행이체,김하나,0,"10,000","1,010,000",우리,',
      '2,2026.11.02 09:16:00,인터넷,(주)둘셋,0,"1,234,500","2,244,500",우리,',
    ],
    withdrawal: '3,2026.11.02 10:00:00,인터넷,박지급,"5,000",0,"2,239,500",우리,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '하나',
    head: '거래일시,적요,의뢰인/수취인,입금,출금,거래후잔액,구분,거래점,거래특이사항',
    credits: [
      '2026-11-02 09:15:07,타행이체,김하나,"10,000",0,"1,010,000",대체,하나,',
      '2026-11-02 09:16:00,인터넷,(주)둘셋,"1,234,500",0,"2,244,500",대체,하나,',
    ],
    withdrawal: '2026-11-02 10:00:00,인터넷,박지급,0,"5,000","2,239,500",대체,하나,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '농협 (기업)',
    head: '구분,거래일자,출금금액(원),입금금액(원),거래 후 잔액(원),거래내용,거래기록사항,거래점,거래시간,이체메모',
    credits: [
      '1,2026/11/02,0,"10,000","1,010,000",타행이체,김하나,농협,09:15:07,',
      '2,2026/11/02,0,"1,234,500","2,244,500",스마트뱅킹,(주)둘셋,농협,09:16:00,',
    ],
    withdrawal: '3,2026/11/02,"5,000",0,"2,239,500",인터넷,박지급,농협,10:00:00,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '농협 (개인)',
    head: '순번,거래일시,출금금액,입금금액,거래후잔액,거래내용,거래기록사항,거래점,거래메모',
    credits: [
      '1,2026/11/02 09:15:07,0원,"10,000원","1,010,000원",타행이체,김하나,농협,',
      '2,2026/11/02 09:16:00,0원,"1,234,500원","2,244,500원",스마트뱅킹,(주)둘셋,농협,',
    ],
    withdrawal: '3,2026/11/02 10:00:00,"5,000원",,"2,239,500원",인터넷,박지급,농협,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '기업',
    head: '거래일시,출금,입금,거래후 잔액,거래내용,상대계좌번호,상대은행,송금메시지,거래구분,수표어음금액,CMS코드,상대계좌예금주명',
    credits: [
      '2026-11-02 09:15:07,0,"10,000","1,010,000",김하나,1111,국민,,타행이체,0,,김하나',
      '2026-11-02 09:16:00,0,"1,234,500","2,244,500",(주)둘셋,2222,신한,,인터넷,0,,',
    ],
    withdrawal: '2026-11-02 10:00:00,"5,000",0,"2,239,500",박지급,3333,우리,,인터넷,0,,박지급',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '카카오뱅크',
    head: '거래일시,구분,거래금액,거래 후 잔액,거래구분,내용,메모',
    credits: [
      '2026.11.02 09:15:07,입금,"10,000","1,010,000",일반입금,김하나,',
      '2026.11.02 09:16:00,입금,"1,234,500","2,244,500",일반입금,(주)둘셋,',
    ],
    withdrawal: '2026.11.02 10:00:00,출금,"-5,000","2,239,500",일반이체,박지급,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '토스뱅크',
    head: '거래 일시,적요,거래 유형,거래 기관,계좌번호,거래 금액,거래 후 잔액,메모',
    credits: [
      '2026.11.02 09:15:07,김하나,입금,국민은행,1111,"10,000","1,010,000",',
      '2026.11.02 09:16:00,(주)둘셋,입금,신한은행,2222,"1,234,500","2,244,500",',
    ],
    withdrawal: '2026.11.02 10:00:00,박지급,출금,우리은행,3333,"-5,000","2,239,500",',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: '케이뱅크',
    head: '거래일시,거래구분,입금금액,출금금액,잔액,상대 예금주,상대 은행,상대 계좌번호,적요,메모',
    credits: [
      '2026.11.02 09:15:07,타행이체,"10,000",0,"1,010,000",김하나,국민은행,1111,,',
      '2026.11.02 09:16:00,타행이체,"1,234,500",0,"2,244,500",(주)둘셋,신한은행,2222,,',
    ],
    withdrawal: '2026.11.02 10:00:00,타행이체,0,"5,000","2,239,500",박지급,우리은행,3333,,',
    at: '2026-11-02T09:15:07+09:00',
  },
  {
    bank: 'a bank whose sums have no sign',
    head: '거래일시,구분,거래금액,잔액,내용',
    credits: [
      '2026-11-02 09:15:07,입금,"10,000","1,010,000",김하나',
      '2026-11-02 09:16:00,입금,"1,234,500","2,244,500",(주)둘셋',
    ],
    withdrawal: '2026-11-02 10:00:00,출금,"5,000","2,239,500",박지급',
    at: '2026-11-02T09:15:07+09:00',
  },
]

describe.each(files)('a file of $bank', ({ head, credits, withdrawal, at }) => {
  const above = ['계좌별 거래내역', '', '계좌번호,123-456-789', '조회기간,2026.11.01 ~ 2026.11.02', '']
  const csv = (...lines: string[]) => [...above, head, ...lines].join('\r\n')

  test('has its credits with name, sum and moment', () => {
    for (const text of [csv(...credits), `\ufeff${csv(...credits)}`, `${csv(...credits)}\r\n\r\n`])
      expect(readCsv(text)).toMatchObject([
        { name: '김하나', amount: 10_000, at },
        { name: '(주)둘셋', amount: 1_234_500 },
      ])
  })

  test('has no withdrawal among them', () => {
    expect(readCsv(csv(credits[0], withdrawal, credits[1]))).toHaveLength(2)
  })

  test('imported twice has the same deposits, and two equal lines are two', () => {
    const once = readCsv(csv(...credits))
    expect(readCsv(csv(...credits))).toEqual(once)
    const repeated = readCsv(csv(credits[0], credits[0]))
    expect(new Set(repeated.map(({ externalId }) => externalId)).size).toBe(2)
    expect(repeated[0]?.externalId).toBe(once[0]?.externalId)
  })

  test('names the line that cannot be read: one without a name, or with a sum that is none', () => {
    const nameless = credits[1].replace('(주)둘셋', '')
    const sumless = credits[1].replace('1,234,500', '12만')
    for (const line of [nameless, sumless])
      expect(() => readCsv(csv(credits[0], line))).toThrow(`${above.length + 3}번째 줄을 읽을 수 없어요.`)
  })
})
