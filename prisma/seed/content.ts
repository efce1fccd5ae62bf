import type { Client } from 'pg'
import { faqEntries } from './content-faq.ts'
import { insertIfEmpty } from './insert.ts'

const DAY_MS = 86_400_000

/** The notices of a new shop; `age` is in days. */
const notices = [
  {
    content:
      '네이버 카페·앱 방문 상품 점검 안내 — 점검이 끝날 때까지 주문이 잠시 중단돼요. 진행 중인 주문에는 영향이 없어요.',
    is_top: true,
    bg_color: '#fff4e0',
    age: 0,
  },
  {
    content:
      '입금자명과 금액이 충전 신청과 같으면 보통 1~10분 안에 자동으로 충전돼요. 다르면 확인에 시간이 걸릴 수 있어요.',
    is_top: false,
    bg_color: '',
    age: 2,
  },
  {
    content: '스레드·카카오 채널 상품이 새로 들어왔어요. 처음이라면 최소 수량으로 먼저 확인해 보세요.',
    is_top: false,
    bg_color: '#e7f6ee',
    age: 6,
  },
  {
    content:
      '자동주문이 열렸어요. 정해 둔 간격으로 같은 주문을 반복하며, 남은 횟수는 언제든 취소하고 돌려받을 수 있어요.',
    is_top: false,
    bg_color: '',
    age: 13,
  },
  {
    content: '도매·대행 회원을 위한 API 문서를 정리했어요. 로그인한 뒤 계정설정에서 API 키를 발급받아 사용하세요.',
    is_top: false,
    bg_color: '',
    age: 21,
  },
]

const signUpSources = [
  '네이버 검색',
  '구글 검색',
  '유튜브',
  '인스타그램',
  '블로그·카페',
  '지인 추천',
  '커뮤니티·오픈채팅',
  '기타',
]

/** Inserts notices, frequently asked questions, sign-up sources, and one popup, which is switched off. */
export async function seedContent(client: Client): Promise<void> {
  const now = Date.now()
  await insertIfEmpty(
    client,
    'notices',
    notices.map(({ age, ...notice }, i) => ({ id: i + 1, ...notice, created_at: new Date(now - age * DAY_MS) })),
  )
  await insertIfEmpty(
    client,
    'qnas',
    faqEntries.map(([title, answer], i) => ({ id: i + 1, title, answer, position: i + 1 })),
  )
  await insertIfEmpty(
    client,
    'register_wheres',
    signUpSources.map((text, i) => ({ id: i + 1, text, position: i + 1 })),
  )
  await insertIfEmpty(client, 'popups', [{ id: 1, enabled: false, image_url: '/popup-welcome.png' }])
}
