/**
 * `npm run check:wording`: Korean texts of the shop must be in the polite style 해요체 and use the words of
 * docs/glossary.md. Two kinds of texts are exempt: fixed sentences (those of e2e/support/contract.ts, which the
 * contract prescribes for screens, and `fixedSentences` below), and legal texts, which are written in the formal style
 * 합쇼체 (`legalFiles`).
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from '@swc/core'
import { contractMessages } from '#e2e/support/contract.ts'

const root = join(import.meta.dirname, '..')

/** Replaces each `${…}` of a template in the texts that are checked. */
const INSERTED = '…'

/** Sentences that stay in the formal style 합쇼체, by the reason. */
export const fixedSentences: Readonly<Record<string, readonly string[]>> = {
  'answers of calls that clients compare (docs/contract.md)': [
    '로그인이 필요합니다.',
    '권한이 없습니다.',
    '유효하지 않은 API 키입니다.',
    '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
    '존재하지 않는 상품입니다.',
    '자동주문을 지원하지 않는 상품입니다.',
    '존재하지 않는 추천인 코드입니다',
    '인증번호가 올바르지 않습니다',
    '인증번호가 만료되었습니다',
    '유효하지 않거나 만료된 링크입니다.',
    '진행 중인 주문이 있어 탈퇴할 수 없습니다.',
    '정산할 금액이 남아 있어 탈퇴할 수 없습니다.',
    '진행 중인 충전 요청이 너무 많습니다.',
  ],
  'sentences of screens that were given word for word, with no case of their own in e2e/support/contract.ts': [
    '내역을 불러오지 못했습니다.',
    '회원님의 아이디는 … 입니다',
    '정말 탈퇴하시겠습니까?',
  ],
}

/** Terms of service and privacy policy. Korean legal texts are written in 합쇼체 and use the word 일 in other meanings. */
const legalFiles = /^components\/content\/(service-terms-\w+|privacy-policy|legal-document|legal-text)\.tsx?$/

/** Words that texts must not use, each with the word to use instead (docs/glossary.md). */
const refusedTerms: readonly (readonly [RegExp, string])[] = [
  [/사슬/, '사슬: the audit trail is 감사 기록'],
  [/봉인/, '봉인: 확인 기록'],
  [/(?<![가-힣])돈(?=(이나|이|을|은|도|과|으로|의|만|부터)?(?![가-힣]))/, '돈: 포인트, 금액, 입금, 결제'],
  [/공급처/, '공급처: 공급사'],
  [/작업자/, '작업자: 시스템, 자동 작업'],
  [/(?<![가-힣])한 일(?![가-힣])/, '한 일: 기록, 처리 내용'],
  [/(?<![가-힣\d…]|할 |\d )일(?=(이|을|은|도|과|의|들)(?![가-힣]))/, '일: 할 일, 작업, 요청'],
  [/(?<![가-힣])하는 일(?![가-힣])/, '하는 일: 기능'],
]

const WRITE_POLITELY = '해요체, or a sentence of fixedSentences in scripts/check-wording.ts'

const formalEnding = /(니다|니까|십시오|시오)(?=$|[\s.,?!:;…'"”’)\]<·])/
const plainEnding = /[가-힣](?<!니)다[.!](?=$|\s)/

type SyntaxNode = { type: string; value?: string; quasis?: { cooked?: string; raw: string }[] }

function ownText({ type, value = '', quasis = [] }: SyntaxNode): string {
  if (type === 'StringLiteral' || type === 'JSXText') return value
  return type === 'TemplateLiteral' ? quasis.map(({ cooked, raw }) => cooked ?? raw).join(INSERTED) : ''
}

/** Korean string literals, templates and JSX texts of a TypeScript file, with single spaces. */
export function koreanTexts(source: string, tsx = false): string[] {
  const texts: string[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const text = ownText(node as SyntaxNode)
    if (/[가-힣]/.test(text)) texts.push(text.replace(/\s+/g, ' ').trim())
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseSync(source, { syntax: 'typescript', tsx }))
  return texts
}

const fixedTexts = new Set([
  ...Object.values(contractMessages).map(({ says }) => says),
  ...Object.values(fixedSentences).flat(),
])

/** Faults in the wording of a text; none if it is one of the fixed sentences. */
export function findWordingFaults(text: string): string[] {
  if (fixedTexts.has(text)) return []
  return [
    ...(formalEnding.test(text) ? [`합쇼체: ${WRITE_POLITELY}`] : []),
    ...(plainEnding.test(text) ? [`한다체: ${WRITE_POLITELY}`] : []),
    ...refusedTerms.flatMap(([pattern, why]) => (pattern.test(text) ? [why] : [])),
  ]
}

const productFiles = (): string[] =>
  globSync(['{app,components,lib}/**/*.{ts,tsx}', 'prisma/seed/*.ts'], { cwd: root })
    .filter((file) => !/\.test\.tsx?$|\/testing\/|\/generated\//.test(file) && !legalFiles.test(file))
    .sort()

const textsOfFile = (file: string): string[] => koreanTexts(readFileSync(join(root, file), 'utf8'), file.endsWith('x'))

/** Every fault of wording in the product, as `file: what: text`. */
export const findAllWordingFaults = (): string[] =>
  productFiles().flatMap((file) =>
    textsOfFile(file).flatMap((text) => findWordingFaults(text).map((why) => `${file}: ${why}: ${text.slice(0, 160)}`)),
  )

/** Sentences of `fixedSentences` that are no longer among the product's texts. */
export function unusedFixedSentences(): string[] {
  const present = new Set(productFiles().flatMap(textsOfFile))
  return Object.values(fixedSentences)
    .flat()
    .filter((sentence) => !present.has(sentence))
}

if (import.meta.main) {
  const faults = [...findAllWordingFaults(), ...unusedFixedSentences().map((text) => `fixed, but in no text: ${text}`)]
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
