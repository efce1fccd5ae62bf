import { hasLinkField, type ServiceTypeName } from '#lib/catalog/service-types.ts'

/**
 * A service whose type isn't Default. `unitPrice` is in hundred-thousandths of a won; `asks` is the text that explains
 * what the order form asks for.
 */
type TypedLine = [
  platform: number,
  category: string,
  text: string,
  type: Exclude<ServiceTypeName, 'Default'>,
  unitPrice: number,
  limits: [min: number, max: number],
  asks: string,
]

const lines: TypedLine[] = [
  [
    1,
    '댓글 직접 쓰기',
    '인스타그램 댓글 직접 쓰기',
    'Custom Comments',
    12_000_000,
    [5, 1_000],
    '올릴 댓글을 한 줄에 하나씩 적으면 줄 수만큼 주문돼요.',
  ],
  [
    1,
    '댓글 직접 쓰기',
    '인스타그램 댓글 직접 쓰기 10개 묶음',
    'Custom Comments Package',
    110_000_000,
    [1, 1],
    '댓글 10개를 한 줄에 하나씩 적어 주세요.',
  ],
  [
    1,
    '댓글 직접 쓰기',
    '인스타그램 댓글에 답글 쓰기',
    'Comment Replies',
    13_000_000,
    [5, 500],
    '댓글을 쓴 계정과 그 댓글에 달 답글을 적어 주세요.',
  ],
  [
    1,
    '댓글 직접 쓰기',
    '인스타그램 댓글 좋아요',
    'Comment Likes',
    600_000,
    [10, 10_000],
    '좋아요를 받을 댓글을 쓴 계정을 적어 주세요.',
  ],
  [
    1,
    '멘션',
    '인스타그램 멘션 — 목록의 계정만',
    'Mentions Custom List',
    900_000,
    [100, 5_000],
    '멘션할 계정을 한 줄에 하나씩 적으면 그 수만큼 주문돼요.',
  ],
  [1, '멘션', '인스타그램 멘션', 'Mentions', 700_000, [100, 50_000], '멘션할 계정을 한 줄에 하나씩 적어 주세요.'],
  [
    1,
    '멘션',
    '인스타그램 멘션과 해시태그',
    'Mentions with Hashtags',
    800_000,
    [100, 50_000],
    '멘션할 계정과 함께 넣을 해시태그를 적어 주세요.',
  ],
  [
    1,
    '멘션',
    '인스타그램 멘션 — 해시태그를 쓴 사람',
    'Mentions Hashtag',
    700_000,
    [100, 50_000],
    '해시태그 하나를 적으면 그 해시태그를 쓴 사람들을 멘션해요.',
  ],
  [
    1,
    '멘션',
    '인스타그램 멘션 — 계정의 팔로워',
    'Mentions User Followers',
    700_000,
    [100, 50_000],
    '계정 하나를 적으면 그 계정의 팔로워를 멘션해요.',
  ],
  [
    1,
    '멘션',
    '인스타그램 멘션 — 게시물에 좋아요한 사람',
    'Mentions Media Likers',
    700_000,
    [100, 50_000],
    '게시물 주소를 적으면 거기에 좋아요를 누른 사람들을 멘션해요.',
  ],
  [
    1,
    '묶음 상품',
    '인스타그램 새 계정 시작 묶음',
    'Package',
    990_000_000,
    [1, 1],
    '팔로워 300명, 게시물 3개의 좋아요 100개씩을 한 번에 드려요.',
  ],
  [
    1,
    '구독',
    '인스타그램 새 게시물마다 좋아요',
    'Subscriptions',
    600_000,
    [10, 10_000],
    '계정에 새 게시물이 올라올 때마다 정한 범위 안의 수량으로 좋아요가 들어가요. 공개 계정만 구독할 수 있어요.',
  ],
  [
    7,
    '투표·그룹 초대',
    '텔레그램 투표',
    'Poll',
    300_000,
    [50, 100_000],
    '위에서부터 몇 번째 답에 투표할지 적어 주세요.',
  ],
  [
    7,
    '투표·그룹 초대',
    '텔레그램 다른 그룹에서 초대',
    'Invites from Groups',
    2_500_000,
    [100, 10_000],
    '멤버를 데려올 그룹의 링크를 한 줄에 하나씩 적어 주세요.',
  ],
  [
    15,
    '검색·방문',
    '웹사이트 검색 노출',
    'SEO',
    4_000_000,
    [10, 5_000],
    '검색 결과에 나올 키워드를 한 줄에 하나씩 적어 주세요.',
  ],
  [
    15,
    '검색·방문',
    '웹사이트 방문 — 나라와 기기를 골라서',
    'Web Traffic',
    200_000,
    [500, 1_000_000],
    '나라, 기기, 유입 경로를 골라 주세요.',
  ],
]

const linkNotice =
  '링크에는 공개된 주소를 넣어 주세요. 같은 링크의 작업이 끝나기 전에 다시 주문하면 수량이 겹쳐 계산될 수 있어요.'

/**
 * Rows of the services whose type isn't Default, and of their categories. The services get consecutive ids from
 * `firstId`, the categories from `firstCategoryId`.
 */
export function buildNonDefaultServices(firstCategoryId: number, firstId: number) {
  const names = [...new Set(lines.map(([platform, category]) => `${platform} ${category}`))]
  const categories = names.map((name, at) => {
    const [platform = '', ...words] = name.split(' ')
    return {
      id: firstCategoryId + at,
      platform_id: Number(platform),
      text: words.join(' '),
      position: firstCategoryId + at,
    }
  })
  const services = lines.map(([platform, category, text, type, unitPrice, [min, max], asks], at) => ({
    id: firstId + at,
    category_id: firstCategoryId + names.indexOf(`${platform} ${category}`),
    position: firstId + at,
    text,
    type: type as ServiceTypeName,
    unit_price: unitPrice,
    min,
    max,
    notice: hasLinkField(type) ? `${asks} ${linkNotice}` : asks,
    is_read_only: false,
    enable_auto: false,
    refill_days: 0,
  }))
  return { categories, services }
}
