/**
 * Codes of the Korean banks (금융기관 공동코드). Each has the name that bulk-transfer files use, and other names that members
 * write: in lower case, without spaces, and without 은행 or 뱅크 at their end.
 */
const banks: readonly (readonly [code: string, name: string, ...others: string[]])[] = [
  ['002', '산업은행', '산업', 'kdb산업', 'kdb'],
  ['003', '기업은행', '기업', 'ibk기업', 'ibk', '중소기업'],
  ['004', '국민은행', '국민', 'kb국민', 'kb'],
  ['007', '수협은행', '수협', 'sh수협', 'sh'],
  ['011', '농협은행', '농협', 'nh농협', 'nh'],
  ['012', '지역농축협', '지역농축협', '지역농협', '단위농협', '농축협', '축협'],
  ['020', '우리은행', '우리'],
  ['023', 'SC제일은행', 'sc제일', '제일', 'sc', '스탠다드차타드'],
  ['027', '한국씨티은행', '한국씨티', '씨티', 'citi'],
  ['031', '아이엠뱅크', '아이엠', 'im', '대구', 'dgb대구'],
  ['032', '부산은행', '부산', 'bnk부산'],
  ['034', '광주은행', '광주'],
  ['035', '제주은행', '제주'],
  ['037', '전북은행', '전북'],
  ['039', '경남은행', '경남', 'bnk경남'],
  ['045', '새마을금고', '새마을금고', 'mg새마을금고', '새마을', 'mg'],
  ['048', '신협', '신협', '신용협동조합'],
  ['050', '저축은행', '저축', '상호저축'],
  ['064', '산림조합', '산림조합'],
  ['071', '우체국', '우체국'],
  ['081', '하나은행', '하나', 'keb하나', '외환'],
  ['088', '신한은행', '신한'],
  ['089', '케이뱅크', '케이', 'k'],
  ['090', '카카오뱅크', '카카오', 'kakao'],
  ['092', '토스뱅크', '토스', 'toss'],
]

export type Bank = { readonly code: string; readonly name: string }

const bankByName: ReadonlyMap<string, Bank> = new Map(
  banks.flatMap(([code, name, ...others]) => others.map((other) => [other, { code, name }] as const)),
)

/** Finds the bank named in a member's free text, such as `KB 국민은행`; null if no known bank has that name. */
export function findBank(text: string): Bank | null {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s()·._-]/g, '')
  return bankByName.get(plain) ?? bankByName.get(plain.replace(/(은행|뱅크|bank)$/, '')) ?? null
}
