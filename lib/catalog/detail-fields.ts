/**
 * The details of orders: fields that services of some types ask for besides link and quantity, with their Korean texts.
 * lib/catalog/service-types.ts says which fields each type asks for. Safe in a browser.
 */

/**
 * Names of the details in the shop's calls and in `orders.details`, each with the name of its parameter in API v2. The
 * shop's own API v2 and that of the providers have the same names.
 */
export const detailParameters = {
  comments: 'comments',
  usernames: 'usernames',
  hashtags: 'hashtags',
  hashtag: 'hashtag',
  username: 'username',
  media: 'media',
  answerNumber: 'answer_number',
  groups: 'groups',
  keywords: 'keywords',
  country: 'country',
  device: 'device',
  typeOfTraffic: 'type_of_traffic',
  googleKeyword: 'google_keyword',
  referringUrl: 'referring_url',
  min: 'min',
  max: 'max',
  posts: 'posts',
  oldPosts: 'old_posts',
  delay: 'delay',
  expiry: 'expiry',
} as const

/** Name of one detail of an order, as in `orders.details`. */
export type OrderDetailName = keyof typeof detailParameters

/** Names of all details of orders. */
export const orderDetailNames = Object.keys(detailParameters) as [OrderDetailName, ...OrderDetailName[]]

/** Korean texts of a field. */
type Texts = {
  label: string
  hint: string
  /** Error message if the field is empty. */
  missing: string
  /**
   * Error message if the value isn't allowed in this field. A text that is too long has a message of its own. For a
   * list, this message follows the number of the line.
   */
  wrong: string
}

/** Condition of a field that depends on the value of another field. */
type Condition = {
  /** If present, the field is shown, and sent to the provider, only while the field `name` has the value `is`. */
  when?: { name: OrderDetailName; is: number }
}

/** A list of texts, one per line. `unit` is the Korean counter word for them: 줄 as in '3줄', 명 as in '2명'. */
export type ListField = Texts &
  Condition & {
    name: OrderDetailName
    kind: 'lines'
    /** What separates the texts: only line breaks ('newline'), or any white space and commas ('space'). */
    separator: 'newline' | 'space'
    unit: string
    /** Maximum number of characters of one text. */
    maxLength: number
  }

/** A text of one line, which must match the pattern `form`. */
export type LineField = Texts & Condition & { name: OrderDetailName; kind: 'line'; form: RegExp; maxLength: number }

/** Property of a field that may be left empty. */
type Optional = {
  /**
   * If present, the field may be left empty; `whenEmpty` is then its value. If `whenEmpty` is null, an empty field is
   * neither stored nor sent, and the number 0 also counts as empty.
   */
  whenEmpty?: number | null
}

export type NumberField = Texts &
  Condition &
  Optional & {
    name: OrderDetailName
    kind: 'number'
    min: number
    max: number
    /** Korean counter word that follows the number on screen, such as '개' in '5개'. */
    unit?: string
  }

export type ChoiceField = Texts &
  Condition &
  Optional & { name: OrderDetailName; kind: 'choice'; choices: readonly { value: number; label: string }[] }

/**
 * A day in Seoul's calendar, from tomorrow to `maxDays` days ahead. It is stored as `YYYY-MM-DD`, sent to providers as
 * `d/m/Y`, and read in either format. It may be left empty.
 */
export type DayField = Texts & Condition & { name: OrderDetailName; kind: 'day'; maxDays: number; whenEmpty: null }

export type DetailField = ListField | LineField | NumberField | ChoiceField | DayField

/** True for a field that may be left empty. */
export const isOptionalField = (field: DetailField): boolean => 'whenEmpty' in field

/** Maximum number of lines in one field. */
export const MAX_DETAIL_LINES = 5_000

/**
 * Maximum number of characters in all detail fields of an order together. As JSON in UTF-8 they then fit into the body
 * of an HTTP request.
 */
export const MAX_DETAILS_LENGTH = 75_000

const noSpace = /^\S+$/u
/** Matches a web address, with or without a scheme. */
export const webAddressPattern = /^(https?:\/\/)?[^\s/?#.]+\.[^\s]+$/iu

export const commentsField: ListField = {
  name: 'comments',
  kind: 'lines',
  separator: 'newline',
  unit: '줄',
  maxLength: 500,
  label: '댓글',
  hint: '한 줄에 하나씩 적어 주세요.',
  missing: '댓글을 한 줄에 하나씩 적어 주세요.',
  wrong: '댓글에 쓸 수 없는 글자가 있어요.',
}

/** Field for replies to a comment, stored as the detail `comments`. */
export const repliesField: ListField = {
  ...commentsField,
  label: '답글',
  missing: '답글을 한 줄에 하나씩 적어 주세요.',
  wrong: '답글에 쓸 수 없는 글자가 있어요.',
}

export const usernamesField: ListField = {
  name: 'usernames',
  kind: 'lines',
  separator: 'space',
  unit: '명',
  maxLength: 100,
  label: '멘션할 계정',
  hint: '한 줄에 하나씩 적어 주세요.',
  missing: '멘션할 계정을 한 줄에 하나씩 적어 주세요.',
  wrong: '멘션할 계정에 쓸 수 없는 글자가 있어요.',
}

export const hashtagsField: ListField = {
  name: 'hashtags',
  kind: 'lines',
  separator: 'space',
  unit: '개',
  maxLength: 100,
  label: '해시태그 목록',
  hint: '한 줄에 하나씩 적어 주세요.',
  missing: '해시태그를 한 줄에 하나씩 적어 주세요.',
  wrong: '해시태그에 쓸 수 없는 글자가 있어요.',
}

export const groupsField: ListField = {
  name: 'groups',
  kind: 'lines',
  separator: 'space',
  unit: '개',
  maxLength: 500,
  label: '그룹 링크',
  hint: '멤버를 데려올 그룹을 한 줄에 하나씩 적어 주세요.',
  missing: '그룹 링크를 한 줄에 하나씩 적어 주세요.',
  wrong: '그룹 링크에 쓸 수 없는 글자가 있어요.',
}

export const keywordsField: ListField = {
  name: 'keywords',
  kind: 'lines',
  separator: 'newline',
  unit: '개',
  maxLength: 200,
  label: '키워드',
  hint: '한 줄에 하나씩 적어 주세요.',
  missing: '키워드를 한 줄에 하나씩 적어 주세요.',
  wrong: '키워드에 쓸 수 없는 글자가 있어요.',
}

export const hashtagField: LineField = {
  name: 'hashtag',
  kind: 'line',
  form: noSpace,
  maxLength: 100,
  label: '해시태그',
  hint: '이 해시태그를 쓴 사람들을 멘션해요.',
  missing: '해시태그를 입력해 주세요.',
  wrong: '해시태그는 띄어쓰기 없이 하나만 입력해 주세요.',
}

/** Field for the account whose followers an order mentions (@name) in comments under the link. */
export const followedAccountField: LineField = {
  name: 'username',
  kind: 'line',
  form: noSpace,
  maxLength: 500,
  label: '팔로워를 멘션할 계정',
  hint: '이 계정의 팔로워를 멘션해요.',
  missing: '팔로워를 멘션할 계정을 입력해 주세요.',
  wrong: '계정은 띄어쓰기 없이 하나만 입력해 주세요.',
}

/** Field for the account that wrote the comment that an order is for. */
export const commentOwnerField: LineField = {
  name: 'username',
  kind: 'line',
  form: noSpace,
  maxLength: 100,
  label: '댓글을 쓴 계정',
  hint: '대상 댓글을 쓴 사람의 아이디예요.',
  missing: '댓글을 쓴 계정을 입력해 주세요.',
  wrong: '계정은 띄어쓰기 없이 하나만 입력해 주세요.',
}

/** Field for a post; the accounts that liked it are mentioned. */
export const mediaField: LineField = {
  name: 'media',
  kind: 'line',
  form: webAddressPattern,
  maxLength: 2_000,
  label: '게시물 주소',
  hint: '이 게시물에 좋아요를 누른 사람들을 멘션해요.',
  missing: '게시물 주소를 입력해 주세요.',
  wrong: '게시물 주소를 올바르게 입력해 주세요.',
}

/** Field for the poll option that an order votes for, given by its position in the poll. */
export const answerNumberField: NumberField = {
  name: 'answerNumber',
  kind: 'number',
  min: 1,
  max: 100,
  label: '투표할 답 번호',
  hint: '위에서부터 몇 번째 답인지 숫자로 적어 주세요.',
  missing: '투표할 답 번호를 입력해 주세요.',
  wrong: '투표할 답 번호는 1에서 100 사이의 정수로 입력해 주세요.',
}
