/** Maximum number of a member's favorites. */
export const MAX_FAVORITES = 200

export const favoriteTexts = {
  favorites: '즐겨찾기',
  recent: '최근 주문',
  quickChoices: '바로 고르기',
  /** Accessible name of the toggle button. Its pressed state says whether the service is a favorite. */
  star: '즐겨찾기',
  failed: '즐겨찾기를 바꾸지 못했어요. 잠시 후 다시 눌러 주세요.',
} as const
