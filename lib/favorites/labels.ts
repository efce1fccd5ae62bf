/** Most favorites that a member may have. */
export const MAX_FAVORITES = 200

export const favoriteTexts = {
  favorites: '즐겨찾기',
  recent: '최근 주문',
  quickChoices: '바로 고르기',
  /** Name of the toggle button; whether it is pressed says the rest. */
  star: '즐겨찾기',
  failed: '즐겨찾기를 바꾸지 못했어요. 잠시 후 다시 눌러 주세요.',
} as const
