/** One call of the public API as documented on the API page (docs/product.md#api-page). */
export interface ApiSample {
  readonly title: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly what: string
  readonly body?: object
  readonly answer: object
}

export const apiSamples: readonly ApiSample[] = [
  {
    title: '상품 목록',
    method: 'GET',
    path: '/services',
    what: '상품과 최소·최대 수량, 1개당 가격(원)을 돌려줘요. isReadOnly가 true인 상품은 지금 주문할 수 없어요.',
    answer: [{ id: 1, min: 10, max: 30_000, text: '인스타그램 한국인 팔로워', point: 98, isReadOnly: false }],
  },
  {
    title: '주문',
    method: 'POST',
    path: '/order',
    what: '주문하고 주문번호를 돌려줘요. 금액은 잔액에서 바로 빠져나가요.',
    body: { serviceId: 1, link: 'https://www.instagram.com/seoul.cafe.log', amount: 100 },
    answer: { wId: 1024 },
  },
  {
    title: '주문 상태',
    method: 'GET',
    path: '/status/1024',
    what: '주문의 상태와 남은 수량, 시작 전 수량을 돌려줘요. 1년 동안 조회할 수 있어요.',
    answer: { status: 'IN PROGRESS', remains: 40, startCount: 1_200 },
  },
]

/** The call as a curl command line. */
export function curlOf({ method, path, body }: ApiSample, address: string): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${address}${path}`, `  -H 'api-key: 발급받은 키'`]
  if (body) lines.push(`  -H 'content-type: application/json'`, `  -d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n')
}

/** Texts about API v2, for members whose programs already use it with other providers (docs/contract.md#api-v2). */
export const apiV2Texts = {
  title: 'API v2',
  what: '다른 패널에서 쓰던 프로그램이 API v2를 지원하면 주소와 키만 바꿔 그대로 쓸 수 있어요. services, add, status, cancel, balance를 지원해요.',
  answer: '요청이 거절되면 {"error"}로 이유를 알려 드려요. 한도를 넘었을 때만 429, 나머지는 모두 200으로 응답해요.',
  caution: '키는 주소가 아니라 본문에 넣어 보내 주세요. 주소는 여러 곳에 기록으로 남을 수 있어요.',
} as const

/** An order by API v2, as a curl command line. */
export const apiV2Curl = (address: string): string =>
  [
    `curl ${address}/api/v2`,
    `  -d 'key=발급받은 키'`,
    '  -d action=add',
    '  -d service=1',
    '  -d quantity=100',
    '  --data-urlencode link=https://www.instagram.com/seoul.cafe.log',
  ].join(' \\\n')

export const apiV2Answer = { order: 1024 }
