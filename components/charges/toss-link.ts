/** Bank names in the Toss app's links, by the clearing house's bank code. */
const tossBankNames: Readonly<Record<string, string>> = {
  '002': '산업',
  '003': '기업',
  '004': '국민',
  '007': '수협',
  '011': '농협',
  '012': '농협',
  '020': '우리',
  '023': 'SC제일',
  '027': '씨티',
  '031': '대구',
  '032': '부산',
  '034': '광주',
  '035': '제주',
  '037': '전북',
  '039': '경남',
  '045': '새마을',
  '048': '신협',
  '050': '저축',
  '064': '산림조합',
  '071': '우체국',
  '081': '하나',
  '088': '신한',
  '089': '케이뱅크',
  '090': '카카오뱅크',
  '092': '토스뱅크',
}

export interface TossTransfer {
  readonly bankingCode: string
  readonly accountNumber: string
  /** In won. */
  readonly amount: number
}

/**
 * Link that opens the Toss app with the transfer filled in (docs/contract.md#bank-app-link). Null for a bank that the
 * app doesn't support, and without an account number.
 */
export function tossLink({ bankingCode, accountNumber, amount }: TossTransfer): string | null {
  const bank = tossBankNames[bankingCode]
  const account = accountNumber.replace(/\D/g, '')
  if (!bank || !account) return null
  return `supertoss://send?bank=${encodeURIComponent(bank)}&accountNo=${account}&amount=${amount}`
}
